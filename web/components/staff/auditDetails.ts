// The details of audit logs in words. The log has them by their names in the code.

import { numberLocale, t } from '../../language.ts'
import { dateTimeText, dayText, money } from '../layout/Values.tsx'
import { jurisdictionName } from '../orders/states.ts'
import { roleNames } from '../people/roleNames.ts'

export type AuditDetails = Record<string, unknown>

const names: Record<string, string> = {
  address: t('address'),
  addresses: t('addresses'),
  amount: t('amount'),
  balance: t('balance'),
  blind: t('blind'),
  book: t('book'),
  by: t('by'),
  changed: t('changed'),
  changes: t('changes'),
  chargeDate: t('charge date'),
  count: t('count'),
  creditLimit: t('credit limit'),
  domains: t('domains'),
  effectiveAt: t('effective at'),
  enabled: t('enabled'),
  endedSessions: t('ended sessions'),
  enterprise: t('enterprise'),
  expiresAt: t('expires at'),
  for: t('for'),
  from: t('from'),
  issuer: t('issuer'),
  items: t('items'),
  jurisdiction: t('jurisdiction'),
  kind: t('kind'),
  language: t('language'),
  localSignIn: t('local sign in'),
  logo: t('logo'),
  made: t('made'),
  message: t('message'),
  mode: t('mode'),
  note: t('note'),
  orders: t('orders'),
  ordersPer24Hours: t('orders per 24 hours'),
  overlapMs: t('old key valid for'),
  pace: t('pace'),
  payments: t('payments'),
  phone: t('phone'),
  printer: t('printer'),
  production: t('production [[mode]]'),
  provider: t('provider'),
  purchaseOrderNumber: t('purchase order number'),
  purchaseOrderRequired: t('purchase order required'),
  queueCeiling: t('queue ceiling'),
  receivedOn: t('received on'),
  reference: t('reference'),
  required: t('required'),
  returnAddress: t('return address'),
  revokedKeys: t('revoked keys'),
  role: t('role'),
  roles: t('roles'),
  sandbox: t('sandbox'),
  scanned: t('scanned'),
  scopes: t('scopes'),
  secondFactorsForgotten: t('second factors forgotten'),
  state: t('state [[status]]'),
  statement: t('statement'),
  terms: t('terms'),
  termsDays: t('terms days'),
  termsFrom: t('terms from'),
  to: t('to'),
  type: t('type'),
  url: t('url'),
  verdict: t('verdict'),
  webhook: t('webhook'),
}

const modes: Record<string, string> = { production: t('production [[mode]]'), sandbox: t('sandbox') }

const words: Record<string, string> = {
  ...roleNames,
  true: t('yes'),
  false: t('no'),
  abandon: t('abandon'),
  all: t('all'),
  billing_terms: t('billing terms'),
  customer: t('customer'),
  domain: t('domain'),
  enterprise: t('enterprise'),
  failed: t('failed'),
  invitation: t('invitation'),
  payment: t('payment'),
  price_list: t('price list'),
  printer: t('printer'),
  publish: t('publishing'),
  quote_offer: t('offer'),
  refund: t('refund'),
  single_sign_on: t('single sign-on'),
  staff: t('staff'),
}

/** Details that other columns already show. */
const shownInOtherColumns: readonly string[] = ['reason', 'label', 'email', 'name', 'customerOrderId']

/** Nested names are read from the outside in: limits, production, ordersPer24Hours. */
const detailName = (path: string[]): string =>
  path
    .filter((name, i) => !(i === 0 && name === 'limits'))
    .map(name => names[name] ?? inWords(name))
    .reduceRight((detail, of) => t('{of} {detail}', { of, detail }))

const inWords = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replaceAll(/(\d)([A-Z])/g, '$1 $2')
    .toLowerCase()

/** Ids of things say nothing to people. */
export const isId = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:staff:)?(?:[a-z]{3}|octavo_[a-z]+)_[0-9A-Za-z]{10,}$/.test(value)

/** Details of programs. */
const unshown: ReadonlySet<string> = new Set(['basedOn', 'clientId', 'groupsClaim', 'scope'])
/** Texts of people, which may look like an id. */
const written: ReadonlySet<string> = new Set(['reference', 'note', 'message', 'reason'])

/** Values that say by themselves what they are. */
const phrases: Record<string, Record<string, string>> = {
  way: {
    password: t('with a password'),
    passkey: t('with a passkey'),
    authenticator: t('with a code of an authenticator app'),
    recovery_code: t('with a recovery code'),
    single_sign_on: t('by single sign-on'),
  },
  browser: { known: t('in a known browser'), new: t('in a new browser') },
  newClientSecret: { true: t('with a new client secret') },
}
const phraseOf = (name: string, value: unknown): string | undefined => phrases[name]?.[String(value)]

const isPhrase = (name: string, value: unknown): boolean => phraseOf(name, value) !== undefined

const numbers = new Intl.NumberFormat(numberLocale, { useGrouping: false, maximumFractionDigits: 20 })
const amounts: ReadonlySet<string> = new Set(['amount', 'balance', 'creditLimit', 'due', 'total'])
const hourMs = 3_600_000

/** The value of the detail of that name. */
function detailValue(name: string, value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (amounts.has(name)) return money(value)
    if (name === 'overlapMs') return t('{count, plural, one {# hour} other {# hours}}', { count: value / hourMs })
    return numbers.format(value)
  }
  const text = String(value)
  if (name === 'jurisdiction' || name === 'registration') return jurisdictionName(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayText(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return dateTimeText(text)
  const known = name === 'mode' ? modes : words
  return phraseOf(name, text) ?? (Object.hasOwn(known, text) ? known[text]! : text)
}

/** All details except the reason, the details in other columns, and ids. */
export function detailTexts({ before, after, ...details }: AuditDetails): string[] {
  const rest = Object.entries(details).filter(([name]) => !shownInOtherColumns.includes(name))
  const changes = textsOfChange(before, after)
  return [...changes, ...rest.flatMap(([name, value]) => textsOf([name], value))]
}

/** The changes of an action: `before` and `after` are values, or objects with the same names. */
function textsOfChange(before: unknown, after: unknown): string[] {
  if (!isObject(before) || !isObject(after)) {
    const [old, now] = [before, after].map(value =>
      isObject(value) ? textsOf([], value).join(', ') : shownValue(value),
    )
    return old === '–' && now === '–' ? [] : [isObject(after) && old === '–' ? now! : changeText(old!, now!)]
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(name => !unshown.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(name => {
      const [old, now] = [before, after].map(values => shownValue(values[name], name))
      return `${detailName([name])}: ${changeText(old!, now!)}`
    })
}

const isObject = (value: unknown): value is AuditDetails =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shownValue = (value: unknown, name = ''): string =>
  value === undefined || value === null || value === ''
    ? '–'
    : [value]
        .flat()
        .map(one => detailValue(name, one))
        .join(' ')

const changeText = (before: string, after: string) => `${before} → ${after}`

function textsOf(path: string[], value: unknown): string[] {
  if (isObject(value)) return Object.entries(value).flatMap(([name, inner]) => textsOf([...path, name], inner))
  const name = path.at(-1)!
  const isShown = (one: unknown) => one !== null && one !== '' && (written.has(name) || !isId(one))
  const values = [value].flat().filter(isShown)
  if (values.length === 0 || unshown.has(name)) return []
  const text = values.map(one => detailValue(name, one)).join(' ')
  return [isPhrase(name, values[0]) ? text : `${detailName(path)}: ${text}`]
}
