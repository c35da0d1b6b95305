// Lines of an audit log in words: "Webhook secret rotated", "Production orders per 24 hours: 8".

import { Text } from '@mantine/core'
import { capital } from './Values.tsx'

type Details = Record<string, unknown>
type Act = { action: string; subject: string | null; details: Details }

export const What = ({ action }: Act) => (
  <Text span fw={500}>
    {capital(action.replaceAll('_', ' '))}
  </Text>
)

/** Names that its details give it; else what it is called in the service, which is short or cut. */
export function SubjectText({ subject, details: { label, email, name } }: Act) {
  const named = [label, name, email].find(one => typeof one === 'string')
  if (typeof named === 'string') {
    return (
      <span className="wrap" title={subject ?? undefined}>
        {named}
      </span>
    )
  }
  if (subject === null) return '–'
  return (
    <span className="wrap" title={subject}>
      {subject.length > longestShown ? `${subject.slice(0, longestShown - 4)}…` : subject}
    </span>
  )
}

const longestShown = 28

/** What stands in other columns already. */
const shownElsewhere: readonly string[] = ['reason', 'label', 'email', 'name']

export function DetailText({ details }: Act) {
  const facts = Object.entries(details)
    .filter(([name]) => !shownElsewhere.includes(name))
    .flatMap(([name, value]) => wordsOf([name], value))
  return (
    <Text span size="sm" c="dimmed" className="wrap">
      {facts.length === 0 ? '–' : facts.join(', ')}
    </Text>
  )
}

/** Names inside names are read from the outside in: limits, production, ordersPer24Hours. */
function wordsOf(path: string[], value: unknown): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [`${wordOf(path)}: ${value.map(show).join(' ')}`]
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => wordsOf([...path, name], inner))
  }
  return value === null || value === '' ? [] : [`${wordOf(path)}: ${show(value)}`]
}

const wordOf = (path: string[]): string =>
  path
    .filter((name, i) => !(i === 0 && name === 'limits'))
    .map(name =>
      name
        .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
        .replaceAll(/(\d)([A-Z])/g, '$1 $2')
        .toLowerCase(),
    )
    .join(' ')

const show = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
