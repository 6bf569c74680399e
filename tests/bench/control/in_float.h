/* CasADi writes the functions of double: these are those of float. */
#include <math.h>
#define sqrt sqrtf
#define sin sinf
#define cos cosf
#define atan2 atan2f
#define fabs fabsf
