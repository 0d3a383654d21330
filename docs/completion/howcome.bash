# Completion of howcome and memgraph for bash. Needs nothing but bash.

# The subcommands of each, and an option a line with what it takes: words to
# choose from, FILE, DIR, or ? for what can't be guessed. tests/e2e compares
# them with --help and the manual pages.
_howcome_subcommands='help input states'
_howcome_options='
--ask
--at ?
--color auto always never
--dot DIR
--engine auto fork rerun
--events ?
--expect FILE
--fail-if ?
--faulty ?
--format text json
--full
--gdb FILE
--gdb-script DIR
--gxl DIR
--help
--input FILE
--intended ?
--jobs ?
--journal FILE
--layer-limit ?
--limit-tests ?
--limit-time ?
--match auto traversal clique
--memory ?
--output FILE
--pair DIR
--private
--quiet
--repeat ?
--test ?
--timeout ?
--verbose
--version
-h
-o FILE
-q
-v
'

_howcome_input_options='
--color auto always never
--expect FILE
--fail-if ?
--format text json
--full
--help
--input FILE
--jobs ?
--journal FILE
--limit-tests ?
--limit-time ?
--output FILE
--pair DIR
--quiet
--repeat ?
--test ?
--timeout ?
--verbose
--version
-h
-o FILE
-q
-v
'

_memgraph_subcommands='diff'
_memgraph_options='
--at ?
--format summary json dot gxl
--gdb FILE
--help
--memory ?
--output FILE
--timeout ?
--version
-h
-o FILE
'
_memgraph_diff_options='
--format summary json dot gxl
--help
--match auto traversal clique
--most ?
--output FILE
--whole
-h
-o FILE
'

_howcome_paths() { # KIND WORD PREFIX: f for files, d for folders
	# Has bash quote what needs it; fails where nobody is typing.
	compopt -o filenames 2>/dev/null
	mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY \
		< <(compgen "-$1" -P "$3" -- "$2")
}

_howcome_words() { # WORDS WORD PREFIX
	mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY \
		< <(compgen -W "$1" -P "$3" -- "$2")
}

_howcome_takes() { # OPTION OPTIONS: what it takes, by the list
	local name takes
	while read -r name takes; do
		[[ -n $name && $name == "$1" ]] && printf '%s\n' "$takes"
	done <<<"$2"
}

_howcome_names() { # OPTIONS
	local name rest
	while read -r name rest; do
		printf '%s\n' "$name"
	done <<<"$1"
}

_howcome_complete() { # OPTIONS SUBCOMMANDS
	local word=${COMP_WORDS[COMP_CWORD]} prefix=
	local option=${COMP_WORDS[COMP_CWORD - 1]}
	COMPREPLY=()

	# bash takes the = of --match=clique for a word, unless told otherwise.
	if [[ $word == = ]]; then
		word=
	elif [[ $option == = && $COMP_CWORD -gt 1 ]]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}
	elif [[ $word == --*=* ]]; then
		option=${word%%=*} prefix=${word%%=*}= word=${word#*=}
	fi

	local takes
	takes=$(_howcome_takes "$option" "$1")
	case $takes in
	FILE) _howcome_paths f "$word" "$prefix" ;;
	DIR) _howcome_paths d "$word" "$prefix" ;;
	'?') ;;
	?*) _howcome_words "$takes" "$word" "$prefix" ;;
	*)
		if [[ $word == -* ]]; then
			_howcome_words "$(_howcome_names "$1")" "$word"
			return
		fi
		[[ $COMP_CWORD -eq 1 ]] && _howcome_words "$2" "$word"
		_howcome_paths f "$word"
		;;
	esac
}

_howcome() {
	if [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == input ]]; then
		_howcome_complete "$_howcome_input_options"
	else
		_howcome_complete "$_howcome_options" "$_howcome_subcommands"
	fi
}

_memgraph() {
	if [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == diff ]]; then
		_howcome_complete "$_memgraph_diff_options"
	else
		_howcome_complete "$_memgraph_options" "$_memgraph_subcommands"
	fi
}

complete -F _howcome howcome
complete -F _memgraph memgraph
