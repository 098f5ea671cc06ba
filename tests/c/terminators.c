/* Strings on the heap, for valgrind: some of exactly their size, some with memory behind them that nobody has written. Prints
   nothing, and returns 1 if a string is not as long as it should be. */
#include <stdlib.h>
#include <string.h>

#include "unitstr.h"

int main(void) {
    const ustr_api *api = ustr_get_api(USTR_ABI_MAJOR);
    int wrong = api == NULL;
    for (size_t units = 1; units < 200 && !wrong; units++) {
        for (size_t more = 0; more < 100; more += 50) {
            for (size_t unit = 1; unit <= 4; unit *= 2) {
                char *text = malloc((units + more) * unit);
                uint64_t found = 0;
                memset(text, 'a', (units - 1) * unit);
                memset(text + (units - 1) * unit, 0, unit);
                api->find_zero(unit, text, UINT64_MAX, &found);
                wrong |= found != units - 1;
                free(text);
            }
        }
    }
    return wrong;
}
