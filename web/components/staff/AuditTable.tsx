// Lines of an audit log in words: "Webhook secret rotated", "Production orders per 24 hours: 8".

import { Text } from '@mantine/core'
import { capitalize } from '../layout/Values.tsx'

type Details = Record<string, unknown>
type AuditEntry = { action: string; subject: string | null; subjectName: string | null; details: Details }

export const ActionName = ({ action }: Pick<AuditEntry, 'action'>) => (
  <Text span fw={500}>
    {actionLabels[action] ?? capitalize(action.replaceAll('_', ' '))}
  </Text>
)

/** Actions that the buttons name differently than the service does. */
const actionLabels: Record<string, string> = {
  approval_asked: 'Approval requested',
  approval_approved: 'Request approved',
  approval_declined: 'Request declined',
  approval_expired: 'Request expired',
  order_abandoned: 'Order canceled',
  order_revalidated: 'File check restarted',
}

/** The subject of the action: its name from the service or from the details, with its id below. */
export function SubjectText({ subject, subjectName, details }: AuditEntry) {
  const { label, email, name, place } = details
  const certificate = subject?.startsWith('exm_') && typeof place === 'string' ? `Certificate for ${place}` : null
  const subjectLabel = [subjectName, label, name, email, certificate].find(text => typeof text === 'string')
  if (subject === null) return '–'
  if (typeof subjectLabel !== 'string' || subjectLabel === subject)
    return isId(subject) ? <Id>{subject}</Id> : <Wrapped>{subject}</Wrapped>
  return (
    <div>
      <Wrapped>{subjectLabel}</Wrapped>
      <Id>{subject}</Id>
    </div>
  )
}

const Wrapped = ({ children }: { children: string }) => <span className="wrap">{children}</span>

export const Id = ({ children }: { children: string }) => (
  <Text size="xs" c="dimmed" className={children.length > maxUnbrokenCharacters ? 'mono wrap' : 'mono nowrap'}>
    {children}
  </Text>
)

/** Characters; as long as our own ids. */
const maxUnbrokenCharacters = 34

const isId = (subject: string) => /^[a-z]{3}_[0-9a-z]{10,}$/.test(subject)

/** Details that other columns already show. */
const shownInOtherColumns: readonly string[] = ['reason', 'label', 'email', 'name', 'customerOrderId']

export function DetailText({ details }: Pick<AuditEntry, 'details'>) {
  const facts = detailTexts(details)
  if (facts.length === 0 && typeof details.reason === 'string') return null
  return (
    <Text span size="sm" c="dimmed" className="wrap">
      {facts.length === 0 ? '–' : capitalize(facts.join(', '))}
    </Text>
  )
}

/** All details except the reason and those in other columns. */
export const detailTexts = (details: Details): string[] =>
  Object.entries(details)
    .filter(([name]) => !shownInOtherColumns.includes(name))
    .flatMap(([name, value]) => textsOf([name], value))

/** Nested names are read from the outside in: limits, production, ordersPer24Hours. */
function textsOf(path: string[], value: unknown): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [`${pathText(path)}: ${value.map(valueText).join(' ')}`]
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => textsOf([...path, name], inner))
  }
  return value === null || value === '' ? [] : [`${pathText(path)}: ${valueText(value)}`]
}

const pathText = (path: string[]): string =>
  path
    .filter((name, i) => !(i === 0 && name === 'limits'))
    .map(name =>
      name
        .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
        .replaceAll(/(\d)([A-Z])/g, '$1 $2')
        .toLowerCase(),
    )
    .join(' ')

const valueText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
