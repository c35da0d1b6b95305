// Lines over a logarithmic axis of orders, as an SVG.

type Line = { name: string; points: [orders: number, value: number][] }

const colors = ['#0072bc', '#b5500b', '#2b8a3e', '#7b2cbf', '#c2255c', '#5c6b73', '#8a6d00', '#0b7285']
const [width, height, left, right, top, bottom] = [760, 340, 44, 16, 72, 32]
const linesARow = 3

export function logChart(title: string, lines: Line[]): string {
  const all = lines.flatMap(({ points }) => points)
  const exponents = all.map(([orders]) => Math.log10(orders))
  const [from, to] = [Math.min(...exponents), Math.max(...exponents)]
  const max = Math.max(1.2, ...all.map(([, value]) => value)) * 1.05
  const x = (orders: number) => left + ((width - left - right) * (Math.log10(orders) - from)) / (to - from)
  const y = (value: number) => height - bottom - ((height - bottom - top) * value) / max
  const step = [0.2, 0.5, 1, 2, 5, 10, 20, 50].find(one => max / one <= 6) ?? 100
  const ticks = Array.from({ length: Math.floor(max / step) + 1 }, (_, i) => Number((i * step).toPrecision(3)))
  const powers = Array.from({ length: Math.floor(to) - Math.ceil(from) + 1 }, (_, i) => 10 ** (Math.ceil(from) + i))
  const text = ([at, below]: [number, number], words: string, more = '') =>
    `<text x="${at.toFixed(1)}" y="${below.toFixed(1)}" ${more}>${words}</text>`
  const colorOf = (i: number) => colors[i % colors.length]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#333">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${text([left, 16], title, 'font-weight="bold"')}
${ticks.map(tick => `<path d="M${left} ${y(tick).toFixed(1)}H${width - right}" stroke="#ddd"/>${text([left - 6, y(tick) + 4], String(tick), 'text-anchor="end"')}`).join('\n')}
${powers.map(power => text([x(power), height - 10], power.toLocaleString('en'), `text-anchor="${power >= 10 ** to ? 'end' : 'middle'}"`)).join('\n')}
${lines.map(({ points }, i) => `<path fill="none" stroke="${colorOf(i)}" stroke-width="1.5" d="M${points.map(([orders, value]) => `${x(orders).toFixed(1)} ${y(value).toFixed(1)}`).join('L')}"/>`).join('\n')}
${lines.map(({ name }, i) => text([left + (i % linesARow) * 230, 36 + 16 * Math.floor(i / linesARow)], name, `fill="${colorOf(i)}"`)).join('\n')}
</svg>
`
}
