// Lines of an audit log in words: "Webhook secret rotated", "Production orders per 24 hours: 8".

import { Text } from '@mantine/core'
import { capital } from './Values.tsx'

type Details = Record<string, unknown>
type Act = { action: string; subject: string | null; subjectName: string | null; details: Details }

export const What = ({ action }: Pick<Act, 'action'>) => (
  <Text span fw={500}>
    {actionWords[action] ?? capital(action.replaceAll('_', ' '))}
  </Text>
)

/** Where the buttons have other words than the service. */
const actionWords: Record<string, string> = {
  approval_asked: 'Approval requested',
  approval_approved: 'Request approved',
  approval_declined: 'Request declined',
  approval_expired: 'Request expired',
  order_abandoned: 'Order cancelled',
  order_revalidated: 'Order’s files checked again',
}

/** The subject of the act: the name given by the service or by the act's details, with its id below. */
export function SubjectText({ subject, subjectName, details }: Act) {
  const { label, email, name, place } = details
  const paper = subject?.startsWith('exm_') && typeof place === 'string' ? `Paper for ${place}` : null
  const named = [subjectName, label, name, email, paper].find(one => typeof one === 'string')
  if (subject === null) return '–'
  if (typeof named !== 'string' || named === subject) return isId(subject) ? <Id>{subject}</Id> : <Word>{subject}</Word>
  return (
    <div>
      <Word>{named}</Word>
      <Id>{subject}</Id>
    </div>
  )
}

const Word = ({ children }: { children: string }) => <span className="wrap">{children}</span>

export const Id = ({ children }: { children: string }) => (
  <Text size="xs" c="dimmed" className={children.length > longestWhole ? 'mono wrap' : 'mono whole'}>
    {children}
  </Text>
)

/** Characters; as long as our own ids. */
const longestWhole = 34

const isId = (subject: string) => /^[a-z]{3}_[0-9a-z]{10,}$/.test(subject)

/** Details that other columns already show. */
const shownElsewhere: readonly string[] = ['reason', 'label', 'email', 'name', 'customerOrderId']

export function DetailText({ details }: Pick<Act, 'details'>) {
  const facts = factsOf(details)
  if (facts.length === 0 && typeof details.reason === 'string') return null
  return (
    <Text span size="sm" c="dimmed" className="wrap">
      {facts.length === 0 ? '–' : capital(facts.join(', '))}
    </Text>
  )
}

/** Besides the reason. */
export const factsOf = (details: Details): string[] =>
  Object.entries(details)
    .filter(([name]) => !shownElsewhere.includes(name))
    .flatMap(([name, value]) => wordsOf([name], value))

/** Nested names are read from the outside in: limits, production, ordersPer24Hours. */
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
