/** Made-up results in JMH's format: what a test of the page needs, and nothing that was measured. */

const CONTENTS = ["ascii", "latin1", "cyrillic", "cjk", "emoji", "mixed", "malformed"];
const CHARSETS = ["UTF-8", "UTF-16", "UTF-32", "ISO-8859-1"];
const SIZES = [5, 20, 100, 1000, 10000, 1000000];
const WHO = [
  ["unitstr", "ffm", 9, 0.08],
  ["unitstr", "jni", 27, 0.08],
  ["jdk", "none", 14, 0.9],
  ["copy", "none", 17, 0.7],
  ["decoder", "none", 60, 1.1],
  ["jna", "none", 420, 3],
];

/** A generator of numbers between 0 and 1: the same each time. */
function random(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

function metric(means, spread, unit, next) {
  const rawData = means.map((mean) => [0, 1, 2].map(() => mean * (1 + spread * (next() - 0.5))));
  const all = rawData.flat();
  const score = all.reduce((sum, value) => sum + value, 0) / all.length;
  return { score, scoreError: score * spread, scoreConfidence: [], scorePercentiles: {}, scoreUnit: unit, rawData };
}

/** Results of a machine that is so many times as slow. What JNA makes of UTF-32 beyond the BMP is wrong text. */
export function sample(slowness = 1) {
  const next = random(42);
  const entries = [];
  for (const direction of ["read", "write"]) {
    for (const charset of CHARSETS) {
      for (const [nth, content] of CONTENTS.entries()) {
        if (charset === "ISO-8859-1" && nth > 1) continue;
        for (const size of SIZES) {
          for (const [contender, binding, fixed, slope] of WHO) {
            const hard = contender === "unitstr" ? 1 + nth / 2 : 1 + nth / 3;
            const plain = contender === "jdk" && charset === "UTF-8" && content === "ascii";
            const ns =
              slowness * (plain ? 7 + size * (direction === "write" ? 0.03 : 0.15) : fixed + size * slope * hard);
            const bytes =
              direction === "read" ? 56 + size * (nth > 1 ? 2 : 1) : contender === "unitstr" ? 0 : 24 + size;
            const forks = [ns, ns * (1 + 0.1 * next()), ns * (1 - 0.05 * next())];
            const benchmark = `dev.unitstr.bench.ffm.Segments.${direction}`;
            const params = { charset, content, size: String(size), arena: "global", binding, contender, isa: "best" };
            if (contender === "jna" && charset === "UTF-32" && ["emoji", "mixed"].includes(content)) {
              const wrong = "at char 0: D83D DE1C expected, F61C found";
              entries.push({ benchmark, jdkVersion: "25", params, wrong });
              continue;
            }
            entries.push({
              jmhVersion: "1.37",
              benchmark,
              mode: "avgt",
              forks: 3,
              jdkVersion: "25.0.3",
              params,
              primaryMetric: metric(
                forks.map((fork) => fork * 1.2),
                0.2,
                "ns/op",
                next,
              ),
              secondaryMetrics: {
                cpu: metric(forks, 0.1, "ns/op", next),
                "gc.alloc.rate.norm": metric([bytes, bytes, bytes], 0, "B/op", next),
              },
            });
          }
        }
      }
    }
  }
  return entries;
}

/** The same for the record of the kernels. */
export function rustSample() {
  const next = random(7);
  const kernels = ["utf8>java", "utf8>utf16", "java utf16>utf8", "utf8>utf16 bad128"];
  const cells = (speed) =>
    kernels.flatMap((kernel) =>
      ["ascii", "french", "chinese"].flatMap((text) =>
        [8, 4096, 1 << 20].map((bytes) => {
          const memcpy = 2 + bytes / 80;
          const unitstr = memcpy * (1 + next()) * speed;
          const simdutf = unitstr * (0.8 + next());
          const others = kernel.includes("bad") ? { encoding_rs: 3 * unitstr } : { simdutf };
          const lost = simdutf < unitstr && "simdutf" in others;
          return {
            ...{ kernel, text, bytes, texts: 1, read: bytes, written: 2 * bytes, noise: 0.01, load: 1 },
            ns: { memcpy, unitstr, ...others },
            ...(lost ? { lost: "<", explanation: "Here, two passes are slower than one." } : {}),
          };
        }),
      ),
    );
  return {
    environment: { cpu: "a CPU", rustc: "rustc 0", date: "2000-01-01", revision: "0000000" },
    columns: [
      { tier: "avx512", anchor_tier: "icelake", cells: cells(1) },
      { tier: "avx2", anchor_tier: "haswell", cells: cells(1.6) },
    ],
  };
}

/** Results of gates: two passed, one short, one that allocates, one that was not measured; two are only told. */
export function gatesSample() {
  const gate = {
    ...{ suite: "segments", direction: "read", charset: "UTF-8", content: "cjk", size: 20, arena: "global" },
    ...{ ours: "unitstr ffm", isa: "best", jdk: 25, against: "jdk", unit: "ratio", gate: 2, measured: 2.5, pass: true },
    ...{ told: false, again: false, ns: 10, theirNs: 25 },
  };
  return [
    gate,
    { ...gate, charset: "UTF-16", isa: "avx2", measured: 1.5, pass: false, again: true, theirNs: 15 },
    { ...gate, charset: "UTF-32", size: 10000 },
    {
      ...{ ...gate, direction: "write", charset: "UTF-32", ns: undefined, theirNs: undefined, against: "" },
      ...{ unit: "B/op", gate: 0, measured: 16, pass: false },
    },
    {
      ...{ ...gate, direction: "write", content: "emoji", ours: "unitstr jni", ns: undefined, theirNs: undefined },
      ...{ jdk: 17, measured: null, pass: false },
    },
    { ...gate, ns: undefined, theirNs: undefined, against: "", unit: "ns", gate: 14, measured: 7, told: true },
    { ...gate, arena: "shared", measured: 1, pass: false, told: true, theirNs: 10 },
  ].map((one) => JSON.parse(JSON.stringify(one)));
}
