// The output: lines for people, in color on a terminal only, or one JSON value a line with --json. Notes go to the
// error stream, so that a script reads results alone.

export type Output = ReturnType<typeof openOutput>

export function openOutput(isJson: boolean) {
  const isColored = process.stdout.isTTY && process.env.NO_COLOR === undefined
  const paint = (code: number, text: string) => (isColored ? `\u001b[${code}m${text}\u001b[0m` : text)
  const line = (text: string) => void process.stdout.write(`${text}\n`)
  return {
    note: (text: string) => void process.stderr.write(`${text}\n`),
    /** A result: as JSON, or as the lines that `say` makes of it. */
    show: <Value>(value: Value, say: (value: Value) => string) => line(isJson ? JSON.stringify(value) : say(value)),
    event: (event: { type: string; customerOrderId: string; timestamp: string; [field: string]: unknown }) => {
      if (isJson) return line(JSON.stringify(event))
      const { status } = event
      const answered = status === undefined ? '' : `  ${paint(Number(status) < 300 ? 32 : 31, String(status))}`
      line(`${timeOf(event.timestamp)}  ${paint(36, event.type.padEnd(27))} ${event.customerOrderId}${answered}`)
    },
    /** Shows on a terminal how much of something is done, in one line that changes. */
    progress: (label: string) => {
      const { stderr } = process
      if (!stderr.isTTY) return { move() {}, end() {} }
      return {
        move: (done: number, all: number) => void stderr.write(`\r${progressLine(label, done, all)}\u001b[K`),
        end: () => void stderr.write('\r\u001b[K'),
      }
    },
    bold: (text: string) => paint(1, text),
  }
}

/** By the clock of this machine. */
const timeOf = (timestamp: string) => new Date(timestamp).toLocaleTimeString('en-GB')

const barWidth = 24

/** Such as `book.pdf  [######------------------]  25 %  163 of 650 MB`. */
export function progressLine(label: string, doneBytes: number, allBytes: number): string {
  const share = Math.min(doneBytes / allBytes, 1)
  const full = Math.floor(share * barWidth)
  const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
  const bar = `${'#'.repeat(full)}${'-'.repeat(barWidth - full)}`
  return `${label}  [${bar}]  ${Math.floor(share * 100)} %  ${megabytes(doneBytes)} of ${megabytes(allBytes)} MB`
}
