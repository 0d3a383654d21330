/* The call stack. */
#include "debuginfo-inside.h"

static void describe_code(
	struct hc_debuginfo *info, struct hc_call *call, guint64 pc)
{
	struct hc_di_unit *unit;
	const struct hc_di_function *function =
		hc_di_function_at(info, pc, &unit);

	if (!function) {
		struct hc_di_module *module = hc_di_module_at(info, pc);
		const struct hc_di_symbol *symbol =
			module ? hc_di_symbol_at(info, module, pc) : NULL;
		if (!symbol)
			return;
		call->function = symbol->name;
		call->low = symbol->address;
		call->high = symbol->address + symbol->size;
		return;
	}

	guint64 bias = unit->module->bias;
	call->has_debug = TRUE;
	Dwarf_Die die = function->die;
	call->function = hc_di_qualified_name(info, &die);
	call->low = function->low + bias;
	call->high = function->high + bias;
	call->file = hc_di_line_at(unit, pc - bias, &call->line);

	/* At the first statement, none has run yet. */
	if (call->level == 0) {
		Dwarf_Addr entry = function->low;
		dwarf_entrypc(&die, &entry);
		call->at_entry =
			pc - bias >= entry &&
			pc - bias <= hc_di_prologue_end(unit, function);
	}
}

GPtrArray *hc_debuginfo_unwind(struct hc_debuginfo *info,
	const struct hc_registers *registers, guint max, gboolean *more,
	GError **error)
{
	struct hc_di_step at = {.registers = *registers, .after_signal = TRUE},
			  next;
	const guint32 needed = 1u << HC_PC | 1u << HC_RSP;

	if (more)
		*more = FALSE;
	if ((registers->known & needed) != needed) {
		g_set_error(error, HC_DEBUGINFO_ERROR,
			HC_DEBUGINFO_ERROR_UNWIND,
			"the call stack can't be walked without rip and rsp");
		return NULL;
	}

	GPtrArray *calls = g_ptr_array_new_with_free_func(g_free);
	gboolean further = TRUE;
	while (further && calls->len < max) {
		struct hc_call *call = g_new0(struct hc_call, 1);
		call->level = calls->len;
		call->registers = at.registers;
		call->exact_pc = at.after_signal;
		for (guint i = 0; i < HC_N_REGISTERS; i++)
			call->saved_at[i] = at.saved_at[i];
		describe_code(info, call,
			at.registers.values[HC_PC] - (call->exact_pc ? 0 : 1));
		further = hc_di_unwind_step(
			info, &at, call->exact_pc, &next, &call->cfa);
		at = next;
		g_ptr_array_add(calls, call);
	}

	if (more)
		*more = further;
	return calls;
}
