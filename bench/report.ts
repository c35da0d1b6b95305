// The result of a measurement, and the table of all results.

/** `measured` is for people. Only a ratio with a goal can miss it. */
export type Finding = {
  id: string
  title: string
  measured: string
  ratio?: number
  goal?: Goal
  note?: string
}

export type Goal = { atLeast: number } | { atMost: number }

export const meetsGoal = ({ ratio, goal }: Finding): boolean =>
  ratio === undefined || goal === undefined || ('atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost)

/** A table in Markdown, for the documentation. */
export function tableOf(findings: Finding[]): string {
  const rows = findings.map(finding => [
    finding.id,
    finding.title,
    finding.measured,
    finding.ratio?.toFixed(2) ?? '',
    goalText(finding.goal),
    finding.goal === undefined ? '' : meetsGoal(finding) ? 'met' : 'MISSED',
  ])
  return markdownTable([['', 'what', 'measured', 'ratio', 'goal', ''], ...rows])
}

/** The first row is the head. */
export function markdownTable(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map(row => row[column]!.length)))
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  const [head, ...body] = rows
  return [line(head!), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n')
}

const goalText = (goal: Goal | undefined): string =>
  goal === undefined ? '' : 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`

export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
