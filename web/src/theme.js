// Light or dark: as the system has it, until the reader chooses.
const system = matchMedia('(prefers-color-scheme: dark)');

export class Theme extends EventTarget {
  constructor() {
    super();
    this.apply();
    system.addEventListener('change', () => this.apply());
  }

  get dark() {
    return this.chosen ? this.chosen === 'dark' : system.matches;
  }

  toggle() {
    this.chosen = this.dark ? 'light' : 'dark';
    this.apply();
  }

  apply() {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
    this.dispatchEvent(new Event('change'));
  }

  // Colours for what is not styled by CSS.
  get look() {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(`--${name}`).trim();
    return {
      text: value('text'),
      muted: value('muted'),
      panel: value('panel'),
      grid: value('grid'),
      line: value('floor-line'),
      edge: value('edge'),
      strength: Number(value('floor-strength')),
      shadow: Number(value('shadow')),
    };
  }
}
