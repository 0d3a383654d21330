#include "exit-status.h"

#include "input.h"
#include "journal.h"
#include "runs.h"
#include "target.h"

enum { ANY = -1 };

/* The first that matches counts; what is not in here is the environment's. */
static const struct {
	GQuark (*domain)(void);
	int code;
	enum hc_exit_status status;
} table[] = {
	{g_option_error_quark, ANY, HC_STATUS_USAGE},
	{hc_args_error_quark, ANY, HC_STATUS_USAGE},
	{hc_place_error_quark, ANY, HC_STATUS_USAGE},
	{hc_program_error_quark, HC_PROGRAM_ERROR_DIFFERENT, HC_STATUS_USAGE},
	{hc_launch_error_quark, HC_LAUNCH_ERROR_INPUT, HC_STATUS_USAGE},
	{hc_target_error_quark, HC_TARGET_ERROR_NO_PLACE, HC_STATUS_USAGE},
	{hc_target_error_quark, HC_TARGET_ERROR_NOT_REACHED, HC_STATUS_NOTHING},
	{hc_journal_error_quark, ANY, HC_STATUS_USAGE},
	{hc_oracle_error_quark, HC_ORACLE_ERROR_CLAIM, HC_STATUS_CLAIM},
	{hc_oracle_error_quark, ANY, HC_STATUS_USAGE},
	{hc_runs_error_quark, ANY, HC_STATUS_CLAIM},
	{hc_input_error_quark, HC_INPUT_ERROR_CHANNEL, HC_STATUS_USAGE},
	{hc_input_error_quark, HC_INPUT_ERROR_CLAIM, HC_STATUS_CLAIM},
};

int hc_exit_status_of(const GError *error)
{
	for (guint i = 0; i < G_N_ELEMENTS(table); i++)
		if (error->domain == table[i].domain() &&
			(table[i].code == ANY || table[i].code == error->code))
			return table[i].status;
	return HC_STATUS_ENVIRONMENT;
}
