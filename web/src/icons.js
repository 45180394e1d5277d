// Small line drawings for buttons, 24 by 24.
const drawings = {
  play: { fill: 'M8 5.2v13.6a.8.8 0 0 0 1.2.7l10.9-6.8a.8.8 0 0 0 0-1.4L9.2 4.5A.8.8 0 0 0 8 5.2z' },
  pause: { fill: 'M7 5h3.4v14H7zM13.6 5H17v14h-3.4z' },
  loop: { line: 'M17 3l3.5 3.5L17 10M4 11.5V10a3.5 3.5 0 0 1 3.5-3.5h13M7 21l-3.5-3.5L7 14M20 12.5V14a3.5 3.5 0 0 1-3.5 3.5h-13' },
  palette: { line: 'M12 3a9 9 0 1 0 0 18c1.7 0 2.2-1 1.7-2.2-.6-1.5.2-2.8 1.8-2.8H18a3 3 0 0 0 3-3c0-5.5-4-10-9-10zM7.5 12.2v.1M9.5 7.8v.1M14.5 7.5v.1' },
  mesh: { line: 'M12 3l8.5 5v8.5L12 21.5l-8.5-5V8zM3.5 8l8.5 4.5L20.5 8M12 12.5v9M12 12.5L3.5 16.5M12 12.5l8.5 4' },
  contact: { line: 'M4 20h16M12 20V6M8.5 9.5L12 6l3.5 3.5', fill: 'M12 18a2 2 0 1 1 0 4 2 2 0 0 1 0-4z' },
  frame: { line: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M9.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0' },
  plot: { line: 'M4 4v16h16M7.5 15l3.5-5 3.5 3 5-7' },
  theme: { line: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17', fill: 'M12 3.5a8.5 8.5 0 0 1 0 17z' },
  help: { line: 'M9.2 9a2.9 2.9 0 1 1 4.2 2.6c-1 .5-1.4 1.1-1.4 2.2M12 17.2v.1M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18' },
  close: { line: 'M6 6l12 12M18 6L6 18' },
};

const space = 'http://www.w3.org/2000/svg';

export function icon(name) {
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const kind of ['fill', 'line']) {
    if (!drawings[name][kind]) continue;
    const path = document.createElementNS(space, 'path');
    path.setAttribute('d', drawings[name][kind]);
    path.setAttribute('class', kind);
    svg.append(path);
  }
  return svg;
}

export function setIcon(holder, name) {
  if (holder.dataset.shown === name) return;
  holder.dataset.shown = name;
  holder.replaceChildren(icon(name));
}
