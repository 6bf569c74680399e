# What the generated objects for bare metal may hold and refer to; sourced by run.sh.

# check_objects NAME FOLDER CODE: the objects in FOLDER that are made from CODE/*.cpp.
check_objects() {
    local name="$1" folder="$2" code="$3" object unknown sections
    for header in "$code"/*.h; do
        object="$folder/$(basename "${header%.h}").o"
        # Memory functions, the compiler's own arithmetic (__aeabi_dadd, __adddf3) and tables of cases, and the math functions that the
        # header names.
        unknown="$(arm-none-eabi-nm -u "$object" | awk '{print $2}' |
            grep -Ev '^(mem(cpy|move|set|cmp)|__aeabi_.*|__[a-z]+[sd][fi]([sd][fi])?[23]?|__gnu_thumb1_case_[a-z]+)$' |
            while read -r symbol; do grep -qw "$symbol" "$header" || echo "$symbol"; done)"
        [ -z "$unknown" ] || fail "$name: $(basename "$object") refers to" $unknown
        sections="$(arm-none-eabi-objdump -h "$object" | awk '$2 ~ /^\.(data|init_array|ctors|fini_array)/ && $3 !~ /^0+$/ {print $2}')"
        [ -z "$sections" ] || fail "$name: $(basename "$object") has" $sections
    done
}
