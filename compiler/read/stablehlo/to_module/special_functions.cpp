#include "read/stablehlo/to_module/special_functions.h"

#include <array>
#include <limits>

#include "ir/builder/arrays.h"
#include "ir/builder/elementwise.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_double(Op x) {
    return x.shape().type == ElementType::F64;
}

Op number(Op like, double value) {
    return ScalarLike(like, value);
}

// Polynomials for ranges of erf_inv, one a column. The shorter ones begin with zeros.
// Source: M. Giles, "Approximating the erfinv function", GPU Computing Gems 2, 2011; single and double precision.
constexpr double kInverseSingle[][2] = {
    {2.81022636e-08, -0.000200214257}, {3.43273939e-07, 0.000100950558}, {-3.5233877e-06, 0.00134934322},
    {-4.39150654e-06, -0.00367342844}, {0.00021858087, 0.00573950773},   {-0.00125372503, -0.0076224613},
    {-0.00417768164, 0.00943887047},   {0.246640727, 1.00167406},        {1.50140941, 2.83297682},
};
constexpr double kInverseDouble[][3] = {
    {-3.6444120640178196921e-21, 0, 0},
    {-1.685059138182016589e-19, 0, 0},
    {1.2858480715256400167e-18, 0, 0},
    {1.115787767802518096e-17, 0, 0},
    {-1.333171662854620906e-16, 2.2137376921775787049e-09, 0},
    {2.0972767875968561637e-17, 9.0756561938885390979e-08, 0},
    {6.6376381343583238325e-15, -2.7517406297064545428e-07, -2.7109920616438573243e-11},
    {-4.0545662729752068639e-14, 1.8239629214389227755e-08, -2.5556418169965252055e-10},
    {-8.1519341976054721522e-14, 1.5027403968909827627e-06, 1.5076572693500548083e-09},
    {2.6335093153082322977e-12, -4.013867526981545969e-06, -3.7894654401267369937e-09},
    {-1.2975133253453532498e-11, 2.9234449089955446044e-06, 7.6157012080783393804e-09},
    {-5.4154120542946279317e-11, 1.2475304481671778723e-05, -1.4960026627149240478e-08},
    {1.051212273321532285e-09, -4.7318229009055733981e-05, 2.9147953450901080826e-08},
    {-4.1126339803469836976e-09, 6.8284851459573175448e-05, -6.7711997758452339498e-08},
    {-2.9070369957882005086e-08, 2.4031110387097893999e-05, 2.2900482228026654717e-07},
    {4.2347877827932403518e-07, -0.0003550375203628474796, -9.9298272942317002539e-07},
    {-1.3654692000834678645e-06, 0.00095328937973738049703, 4.5260625972231537039e-06},
    {-1.3882523362786468719e-05, -0.0016882755560235047313, -1.9681778105531670567e-05},
    {0.0001867342080340571352, 0.0024914420961078508066, 7.5995277030017761139e-05},
    {-0.00074070253416626697512, -0.0037512085075692412107, -0.00021503011930044477347},
    {-0.0060336708714301490533, 0.005370914553590063617, -0.00013871931833623122026},
    {0.24015818242558961693, 1.0052589676941592334, 1.0103004648645343977},
    {1.6536545626831027356, 3.0838856104922207635, 4.8499064014085844221},
};

Op inverse_single(Op w) {
    const Op central = Lt(w, number(w, 5));
    const Op t = Select(central, Sub(w, number(w, 2.5)), Sub(Sqrt(w), number(w, 3)));
    Op sum;
    for (const auto& [near, far] : kInverseSingle) {
        const Op term = Select(central, number(w, near), number(w, far));
        sum = sum.valid() ? Add(term, Mul(sum, t)) : term;
    }
    return sum;
}

Op inverse_double(Op w) {
    const Op central = Lt(w, number(w, 6.25)), middle = Lt(w, number(w, 16));
    const auto choose = [&](double a, double b, double c) {
        const Op outer = Select(middle, number(w, b), number(w, c));
        return Select(central, number(w, a), outer);
    };
    const Op tail = Sub(Sqrt(w), Select(middle, number(w, 3.25), number(w, 5)));
    const Op t = Select(central, Sub(w, number(w, 3.125)), tail);
    Op sum;
    for (const auto& [a, b, c] : kInverseDouble) {
        const Op term = choose(a, b, c);
        sum = sum.valid() ? Add(term, Mul(sum, t)) : term;
    }
    return sum;
}

// Source of the coefficients of erfc and bessel_i1e: S. Moshier, Cephes, ndtr.c, ndtrf.c, i1.c and i1f.c.
constexpr std::array kErfSingle = {7.85386146e-05, -0.000801019371, 0.00518832775, -0.0268538129,
                                   0.112835854,    -0.37612626,     1.12837911};
constexpr std::array kErfcSingleNear = {0.0232682,    -0.138703942, 0.368742466,  -0.582473278, 0.621000469,
                                        -0.494451523, 0.340488,     -0.274112701, 0.563825965};
constexpr std::array kErfcSingleFar = {-10.477664,  12.9772,    -7.49551868,  2.92101908,
                                       -1.01526523, 0.42184633, -0.282076746, 0.564189494};
constexpr std::array kErfNumerator = {9.60497373987051638749E0, 9.00260197203842689217E1, 2.23200534594684319226E3,
                                      7.00332514112805075473E3, 5.55923013010394962768E4};
constexpr std::array kErfDenominator = {1.0,
                                        3.35617141647503099647E1,
                                        5.21357949780152679795E2,
                                        4.59432382970980127987E3,
                                        2.26290000613890934246E4,
                                        4.92673942608635921086E4};
constexpr std::array kErfcNearNumerator = {
    2.46196981473530512524E-10, 5.64189564831068821977E-1, 7.46321056442269912687E0,
    4.86371970985681366614E1,   1.96520832956077098242E2,  5.26445194995477358631E2,
    9.34528527171957607540E2,   1.02755188689515710272E3,  5.57535335369399327526E2};
constexpr std::array kErfcNearDenominator = {1.0,
                                             1.32281951154744992508E1,
                                             8.67072140885989742329E1,
                                             3.54937778887819891062E2,
                                             9.75708501743205489753E2,
                                             1.82390916687909736289E3,
                                             2.24633760818710981792E3,
                                             1.65666309194161350182E3,
                                             5.57535340817727675546E2};
constexpr std::array kErfcFarNumerator = {5.64189583547755073984E-1, 1.27536670759978104416E0,
                                          5.01905042251180477414E0,  6.16021097993053585195E0,
                                          7.40974269950448939160E0,  2.97886665372100240670E0};
constexpr std::array kErfcFarDenominator = {1.0,
                                            2.26052863220117276590E0,
                                            9.39603524938001434673E0,
                                            1.20489539808096656605E1,
                                            1.70814450747565897222E1,
                                            9.60896809063285878198E0,
                                            3.36907645100081516050E0};

// erf where |x| < 1.
Op erf_near_zero(Op x) {
    const Op square = Mul(x, x);
    if (!is_double(x)) return Mul(x, polynomial(square, kErfSingle));
    return Div(Mul(x, polynomial(square, kErfNumerator)), polynomial(square, kErfDenominator));
}

// erfc of |x| where that is at least 1.
Op erfc_of_magnitude(Op x) {
    const Op exponent = Neg(Mul(x, x)), magnitude = Abs(x), power = Exp(exponent);
    const double lowest = is_double(x) ? -709.782712893384 : -88.7228394; // minus the largest that exp takes
    Op value;
    if (is_double(x)) {
        const Op near =
            Div(Mul(power, polynomial(magnitude, kErfcNearNumerator)), polynomial(magnitude, kErfcNearDenominator));
        const Op far =
            Div(Mul(power, polynomial(magnitude, kErfcFarNumerator)), polynomial(magnitude, kErfcFarDenominator));
        value = Select(Lt(magnitude, number(x, 8)), near, far);
    } else {
        const Op q = Div(number(x, 1), Mul(x, x));
        const Op series =
            Select(Lt(magnitude, number(x, 2)), polynomial(q, kErfcSingleNear), polynomial(q, kErfcSingleFar));
        value = Mul(Mul(power, Div(number(x, 1), magnitude)), series);
    }
    return Select(Lt(exponent, number(x, lowest)), number(x, 0), value);
}

constexpr std::array kBesselSingleNear = {
    9.38153738649577178388E-9, -4.44505912879632808065E-8, 2.00329475355213526229E-7, -8.56872026469545474066E-7,
    3.47025130813767847674E-6, -1.32731636560394358279E-5, 4.78156510755005422638E-5, -1.61760815825896745588E-4,
    5.12285956168575772895E-4, -1.51357245063125314899E-3, 4.15642294431288815669E-3, -1.05640848946261981558E-2,
    2.47264490306265168283E-2, -5.29459812080949914269E-2, 1.02643658689847095384E-1, -1.76416518357834055153E-1,
    2.52587186443633654823E-1};
constexpr std::array kBesselSingleFar = {
    -3.83538038596423702205E-9, -2.63146884688951950684E-8, -2.51223623787020892529E-7, -3.88256480887769039346E-6,
    -1.10588938762623716291E-4, -9.76109749136146840777E-3, 7.78576235018280120474E-1};
constexpr std::array kBesselDoubleNear = {
    2.77791411276104639959E-18, -2.11142121435816608115E-17, 1.55363195773620046921E-16, -1.10559694773538630805E-15,
    7.60068429473540693410E-15, -5.04218550472791168711E-14, 3.22379336594557470981E-13, -1.98397439776494371520E-12,
    1.17361862988909016308E-11, -6.66348972350202774223E-11, 3.62559028155211703701E-10, -1.88724975172282928790E-9,
    9.38153738649577178388E-9,  -4.44505912879632808065E-8,  2.00329475355213526229E-7,  -8.56872026469545474066E-7,
    3.47025130813767847674E-6,  -1.32731636560394358279E-5,  4.78156510755005422638E-5,  -1.61760815825896745588E-4,
    5.12285956168575772895E-4,  -1.51357245063125314899E-3,  4.15642294431288815669E-3,  -1.05640848946261981558E-2,
    2.47264490306265168283E-2,  -5.29459812080949914269E-2,  1.02643658689847095384E-1,  -1.76416518357834055153E-1,
    2.52587186443633654823E-1};
constexpr std::array kBesselDoubleFar = {
    7.51729631084210481353E-18,  4.41434832307170791151E-18,  -4.65030536848935832153E-17, -3.20952592199342395980E-17,
    2.96262899764595013876E-16,  3.30820231092092828324E-16,  -1.88035477551078244854E-15, -3.81440307243700780478E-15,
    1.04202769841288027642E-14,  4.27244001671195135429E-14,  -2.10154184277266431302E-14, -4.08355111109219731823E-13,
    -7.19855177624590851209E-13, 2.03562854414708950722E-12,  1.41258074366137813316E-11,  3.25260358301548823856E-11,
    -1.89749581235054123450E-11, -5.58974346219658380687E-10, -3.83538038596423702205E-9,  -2.63146884688951950684E-8,
    -2.51223623787020892529E-7,  -3.88256480887769039346E-6,  -1.10588938762623716291E-4,  -9.76109749136146840777E-3,
    7.78576235018280120474E-1};

// Chebyshev series in x / 2, by Clenshaw's recurrence; the coefficient of the highest order comes first.
Op chebyshev(Op x, std::span<const double> coefficients) {
    Op now = number(x, 0), before = now, before_that = now;
    for (const double coefficient : coefficients) {
        before_that = before;
        before = now;
        now = Add(Sub(Mul(x, before), before_that), number(x, coefficient));
    }
    return Mul(Sub(now, before_that), number(x, 0.5));
}

} // namespace

Op polynomial(Op x, std::span<const double> coefficients) {
    if (coefficients.front() == 1 && coefficients.size() > 1) {
        const std::span<const double> rest = coefficients.subspan(1);
        Op sum = Add(x, number(x, rest.front()));
        for (const double coefficient : rest.subspan(1)) sum = Add(Mul(sum, x), number(x, coefficient));
        return sum;
    }
    Op sum = number(x, coefficients.front());
    for (const double coefficient : coefficients.subspan(1)) sum = Add(Mul(sum, x), number(x, coefficient));
    return sum;
}

Op erf_inv(Op x) {
    const Op w = Neg(Log1p(Mul(x, Neg(x))));
    const Op inside = Mul(is_double(x) ? inverse_double(w) : inverse_single(w), x);
    return Select(Eq(Abs(x), number(x, 1)), Mul(x, number(x, kInfinity)), inside);
}

Op erfc(Op x) {
    const Op tail = erfc_of_magnitude(x);
    const Op outside = Select(Lt(x, number(x, 0)), Sub(number(x, 2), tail), tail);
    return Select(Lt(Abs(x), number(x, 1)), Sub(number(x, 1), erf_near_zero(x)), outside);
}

Op bessel_i1e(Op x) {
    const Op magnitude = Abs(x);
    const auto series = [&](Op argument, std::span<const double> single, std::span<const double> twice) {
        return chebyshev(argument, is_double(x) ? twice : single);
    };
    const Op near =
        Mul(magnitude, series(Sub(Mul(magnitude, number(x, 0.5)), number(x, 2)), kBesselSingleNear, kBesselDoubleNear));
    const Op far = Div(series(Sub(Div(number(x, 32), magnitude), number(x, 2)), kBesselSingleFar, kBesselDoubleFar),
                       Sqrt(magnitude));
    return Mul(Sign(x), Select(Le(magnitude, number(x, 8)), near, far));
}

} // namespace hlo2cpp::stablehlo
