/** Colours: read from the style sheet, so that there is one place for them; and the choice between light and dark. */
import { lab } from "d3-color";
import { interpolateLab, piecewise } from "d3-interpolate";

const STEPS = ["system", "light", "dark"];

export function theme() {
  // A property that depends on light or dark is resolved only where it is used.
  const probe = document.body.appendChild(document.createElement("span"));
  const color = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const heat = piecewise(interpolateLab, ["lose-2", "lose-1", "even", "win-1", "win-2"].map(color));
  const known = new Map(
    Object.entries({
      "unitstr ffm": color("ours-1"),
      "unitstr jni": color("ours-2"),
      "unitstr java": color("ours-3"),
      "unitstr-opened ffm": color("ours-4"),
      unitstr: color("ours-1"),
      jdk: color("jdk"),
      simdutf: color("jdk"),
      copy: color("other-1"),
      encoding_rs: color("other-1"),
      decoder: color("other-2"),
      std: color("other-2"),
      simdutf8: color("other-3"),
    }),
  );
  const [line, muted, lose] = ["line", "muted", "lose-2"].map(color);
  const names = ["other-3", "other-4", "other-5", "other-6", "other-1", "other-2", "jdk", "ours-4"];
  const palette = names.map(color);
  probe.remove();
  return {
    line,
    muted,
    lose,
    heat,
    /** For `map`: what has no colour of its own gets one that no other contender of the plot has. */
    contender(name, _, all = [name]) {
      if (known.has(name)) return known.get(name);
      const free = palette.filter((one) => !all.some((other) => known.get(other) === one));
      return free[all.filter((other) => !known.has(other)).indexOf(name) % free.length];
    },
    /** Readable on that colour: from this lightness on, black has more contrast than white. */
    on: (fill) => (lab(fill).l > 51 ? "#101418" : "#ffffff"),
  };
}

/** The button goes through the three choices; `changed` draws anew. */
export function installTheme(button, changed) {
  let step = 0;
  const show = () => {
    document.documentElement.dataset.theme = STEPS[step];
    button.textContent = `Colours: ${STEPS[step]}`;
  };
  button.addEventListener("click", () => {
    step = (step + 1) % STEPS.length;
    show();
    changed();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  show();
}
