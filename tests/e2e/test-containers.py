"""What C++ programs keep in the library's containers and behind its pointers is
told by value and name."""
import os

from e2e import expect, main


def _told(bench, passing, failing, *patterns):
    if not os.path.exists(os.path.join(bench.folder, "debuggee-shop")):
        return "there is no C++ compiler"
    result = bench.runs(f"./debuggee-shop {passing}",
                        f"./debuggee-shop {failing}", "--at", "check",
                        "--gdb-script", "scripts")
    expect(result, 0, *patterns)
    assert "confirmed both ways" in result.out, result
    return None


def a_double_in_an_optional_is_told_as_such(bench):
    return _told(bench, "limit=2.5", "limit=9.5",
                 r"limit\._M_payload\S*\._M_value is now 9\.5 \(was 2\.5\)")


def a_double_in_a_variant_is_told_as_such(bench):
    return _told(bench, "mode=2.5", "mode=8.5",
                 r"mode\S*\._M_storage is now 8\.5 \(was 2\.5\)")


def what_an_optional_holds_now_is_told_by_its_members(bench):
    return _told(bench, "offer=2", "offer=300",
                 r"offer\._M_payload\._M_engaged is now true \(was false\)",
                 r"offer\S*\._M_value to be \{cents = 300")


def what_a_variant_holds_now_is_told_by_its_members(bench):
    return _told(bench, "choice=2", "choice=300",
                 r"choice\._M_index is now 1 .*\(was 0 ",
                 r"choice\._M_u\._M_rest\._M_first\._M_storage to be "
                 r"\{cents = 300")


def a_number_in_an_optional_is_told_by_its_name(bench):
    return _told(bench, "offer=20", "offer=300",
                 r"offer\S*\._M_value\.cents is now 300 \(was 20\)")


def elements_of_a_queue_are_counted_from_its_first_one(bench):
    return (_told(bench, "first=2", "first=300",
                  r"shop\.line\[0\]\.cents is now 300 \(was 2\)") or
            _told(bench, "last=2", "last=300",
                  r"shop\.line\[44\]\.cents is now 300 \(was 2\)"))


def a_short_string_in_a_vector_is_told_as_a_string(bench):
    return _told(bench, "name=x", "name=y",
                 r'_M_local_buf is now "y" \(was "x"\)')


def what_is_shared_is_told_by_its_own_members(bench):
    return _told(bench, "price=60", "price=-50",
                 r"_M_ptr->cents of the std::.* is now -50 \(was 60\)")


def an_object_in_a_list_has_its_own_class(bench):
    return _told(bench, "radius=2", "radius=3",
                 r"radius of the Circle at .* is now 3 \(was 2\)")


if __name__ == "__main__":
    main(globals())
