// The result of a measurement, and the table of all results.

/** `measured` is for people; a ratio is judged only if there is a goal. */
export type Finding = {
  id: string
  what: string
  measured: string
  ratio?: number
  goal?: Goal
  note?: string
}

export type Goal = { atLeast: number } | { atMost: number }

export const met = ({ ratio, goal }: Finding): boolean =>
  ratio === undefined || goal === undefined || ('atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost)

/** A table in Markdown, so that it can be kept as it is. */
export function tableOf(findings: Finding[]): string {
  const rows = findings.map(finding => [
    finding.id,
    finding.what,
    finding.measured,
    finding.ratio?.toFixed(2) ?? '',
    goalText(finding.goal),
    finding.goal === undefined ? '' : met(finding) ? 'met' : 'MISSED',
  ])
  const table = [['', 'what', 'measured', 'ratio', 'goal', ''], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(3, ...table.map(row => row[column]!.length)))
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  const [head, ...body] = table
  return [line(head!), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n')
}

const goalText = (goal: Goal | undefined): string =>
  goal === undefined ? '' : 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`

export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
