// The details of audit logs in words. The log has them by their names in the code.

import { numberLocale, t } from '../../language.ts'
import { roleNames } from '../people/roleNames.ts'

const names: Record<string, string> = {
  address: t('address'),
  addresses: t('addresses'),
  after: t('after'),
  amount: t('amount'),
  balance: t('balance'),
  basedOn: t('based on'),
  before: t('before'),
  blind: t('blind'),
  book: t('book'),
  browser: t('browser'),
  by: t('by'),
  changed: t('changed'),
  changes: t('changes'),
  chargeDate: t('charge date'),
  clientId: t('client id'),
  count: t('count'),
  creditLimit: t('credit limit'),
  domains: t('domains'),
  effectiveAt: t('effective at'),
  enabled: t('enabled'),
  endedSessions: t('ended sessions'),
  endpointId: t('endpoint id'),
  enterprise: t('enterprise'),
  expiresAt: t('expires at'),
  for: t('for'),
  from: t('from'),
  groupsClaim: t('groups claim'),
  issuer: t('issuer'),
  items: t('items'),
  jurisdiction: t('jurisdiction'),
  kind: t('kind'),
  language: t('language'),
  linkId: t('link id'),
  localSignIn: t('local sign in'),
  logo: t('logo'),
  made: t('made'),
  message: t('message'),
  messageId: t('message id'),
  mismatchId: t('mismatch id'),
  mode: t('mode'),
  newClientSecret: t('new client secret'),
  note: t('note'),
  orders: t('orders'),
  ordersPer24Hours: t('orders per 24 hours'),
  overlapMs: t('overlap ms'),
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
  replacedBy: t('replaced by'),
  request: t('request'),
  required: t('required'),
  returnAddress: t('return address'),
  revokedKeys: t('revoked keys'),
  role: t('role'),
  roles: t('roles'),
  sandbox: t('sandbox'),
  scanned: t('scanned'),
  scope: t('scope'),
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
  way: t('way'),
  webhook: t('webhook'),
}

const modes: Record<string, string> = { production: t('production [[mode]]'), sandbox: t('sandbox') }

const words: Record<string, string> = {
  ...roleNames,
  true: t('true'),
  false: t('false'),
  abandon: t('abandon'),
  all: t('all'),
  authenticator: t('authenticator'),
  customer: t('customer'),
  enterprise: t('enterprise'),
  failed: t('failed'),
  known: t('known'),
  new: t('new'),
  passkey: t('passkey'),
  password: t('password'),
  printer: t('printer'),
  recovery_code: t('recovery code'),
  refund: t('refund'),
  staff: t('staff'),
}

/** Nested names are read from the outside in: limits, production, ordersPer24Hours. */
export const detailName = (path: string[]): string =>
  path
    .filter((name, i) => !(i === 0 && name === 'limits'))
    .map(name => names[name] ?? inWords(name))
    .reduceRight((detail, of) => t('{of} {detail}', { of, detail }))

const inWords = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replaceAll(/(\d)([A-Z])/g, '$1 $2')
    .toLowerCase()

const numbers = new Intl.NumberFormat(numberLocale, { useGrouping: false, maximumFractionDigits: 20 })

/** The value of the detail of that name. */
export function detailValue(name: string, value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'number') return numbers.format(value)
  const known = name === 'mode' ? modes : words
  const text = String(value)
  return Object.hasOwn(known, text) ? known[text]! : text
}
