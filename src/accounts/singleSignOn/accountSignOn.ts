// Single sign-on of the members of an account: the provider, the roles of its groups, and the email domains of the
// account. A provider can only sign in people with an address of a confirmed domain, and a domain belongs to one
// account. Where local sign-in is off, members use the provider alone; if it fails, the staff turn local sign-in on
// again.

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import { openOrNull, type Vault } from '../../base/secrets/vault.ts'
import { storableJson } from '../../base/text/storableText.ts'
import type { Db, Tx } from '../../db/db.ts'
import { rowsOf, text } from '../../db/rows.ts'
import type { AccountDeps } from '../accounts.ts'
import { appendAudit } from '../auditLog.ts'
import type { Role } from '../people/roles.ts'
import { newToken } from '../signIn/tokens.ts'
import { providerIdOf, type Served } from './identities.ts'
import { domainOf, type GroupRole, type ProviderSettings } from './singleSignOn.ts'

export const maxDomains = 20
export const maxGroups = 100

export type SignOnSettings = {
  issuer: string
  clientId: string
  scope: string
  groupsClaim: string
  /** The first group of a person decides. */
  roles: GroupRole<Role>[]
  /** Of people in none of the groups; null: they are refused. */
  defaultRole: Role | null
  /** Whether members can sign in with passwords and passkeys, too. */
  localSignIn: boolean
}

/** `proof` is the DNS record that proves the domain. */
type AccountDomain = {
  domain: string
  confirmedAt: Date | null
  /** When a daily look first did not find the record of a confirmed domain any more. */
  proofMissingSince: Date | null
  proof: { name: string; type: 'TXT'; value: string }
}

export type AccountSignOn = { settings: SignOnSettings | null; domains: AccountDomain[] }

export async function readAccountSignOn(db: Db | Tx, accountId: string): Promise<AccountSignOn> {
  const { rows } = await sql<Omit<SignOnSettings, 'roles'> & { roles: string }>`
    select
      issuer, client_id as "clientId", scope, groups_claim as "groupsClaim", roles, default_role as "defaultRole",
      local_sign_in as "localSignIn"
    from account_sign_ons
    where account_id = ${accountId}`.execute(db)
  const domains = await sql<{
    domain: string
    token: string
    confirmedAt: Date | null
    proofMissingSince: Date | null
  }>`
    select domain, token, confirmed_at as "confirmedAt", proof_missing_since as "proofMissingSince"
    from account_domains
    where account_id = ${accountId}
    order by domain`.execute(db)
  const [row] = rows
  return {
    settings: row === undefined ? null : { ...row, roles: JSON.parse(row.roles) },
    domains: domains.rows.map(({ domain, token, confirmedAt, proofMissingSince }) => ({
      domain,
      confirmedAt,
      proofMissingSince,
      proof: proofOf(domain, token),
    })),
  }
}

export const proofOf = (domain: string, token: string): AccountDomain['proof'] => ({
  name: `_single-sign-on.${domain}`,
  type: 'TXT',
  value: `domain-proof=${token}`,
})

export type AccountProvider = {
  provider: ProviderSettings
  served: Extract<Served, { kind: 'customer' }>
  isSuspended: boolean
}

/** The provider of an account; null if the account has none. */
export async function readAccountProvider(
  { db, vault }: { db: Db; vault: Vault },
  accountId: string,
): Promise<AccountProvider | null> {
  const { settings, domains } = await readAccountSignOn(db, accountId)
  if (settings === null) return null
  const { rows } = await sql<{ sealedSecret: Buffer; isSuspended: boolean }>`
    select o.sealed_secret as "sealedSecret", a.suspended_at is not null as "isSuspended"
    from account_sign_ons o
    join accounts a using (account_id)
    where account_id = ${accountId}`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { issuer, clientId, scope, groupsClaim, roles, defaultRole } = settings
  // After a lost SECRET_KEY the provider refuses the client, and a test of the settings says so.
  const clientSecret = openOrNull(() => vault.open(row.sealedSecret)) ?? 'lost'
  const confirmed = domains.filter(({ confirmedAt }) => confirmedAt !== null).map(({ domain }) => domain)
  return {
    provider: { issuer: new URL(issuer), clientId, clientSecret, groupsClaim, scope },
    served: { kind: 'customer', accountId, roles, defaultRole, domains: confirmed },
    isSuspended: row.isSuspended,
  }
}

/** The account whose provider signs in the people of a domain; null if there is none. */
export async function findAccountOfDomain(db: Db, domain: string): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId"
    from account_domains
    join account_sign_ons using (account_id)
    join accounts using (account_id)
    where domain = ${domain.toLowerCase()} and confirmed_at is not null and suspended_at is null`.execute(db)
  return rows[0]?.accountId ?? null
}

type Change = { accountId: string; actor: string }
/** `clientSecret` is undefined if it stays. */
type SettingsChange = Change & {
  settings: SignOnSettings
  clientSecret: string | undefined
  domains: readonly string[]
}
type SignOnDeps = Omit<AccountDeps, 'db'>

/** Refuses with malformed_request for a missing secret, and with wrong_state if no member could sign in any longer. */
export async function saveAccountSignOn(
  tx: Tx,
  { clock, newId, vault }: SignOnDeps,
  change: SettingsChange,
): Promise<{ before: AccountSignOn }> {
  const { accountId, settings, clientSecret, domains, actor } = change
  const at = clock()
  const before = await lockSignOn(tx, accountId)
  const isOtherProvider = before.settings?.issuer !== settings.issuer || before.settings?.clientId !== settings.clientId
  // Otherwise the next saved address would be sent a secret that its writer does not know.
  if (clientSecret === undefined && isOtherProvider) throw secretMissing()
  const { issuer, clientId, scope, groupsClaim, roles, defaultRole, localSignIn } = settings
  const sealed = clientSecret === undefined ? null : vault.seal(clientSecret)
  await sql`
    insert into account_sign_ons (
      account_id, issuer, client_id, sealed_secret, scope, groups_claim, roles, default_role, local_sign_in, updated_at
    )
    values (
      ${accountId}, ${issuer}, ${clientId}, coalesce(${sealed}::bytea, ''::bytea), ${scope}, ${groupsClaim},
      ${storableJson(roles)}::json, ${defaultRole}, ${localSignIn}, ${at}
    )
    on conflict (account_id) do update set
      issuer = excluded.issuer, client_id = excluded.client_id, scope = excluded.scope,
      sealed_secret = coalesce(${sealed}::bytea, account_sign_ons.sealed_secret),
      groups_claim = excluded.groups_claim, roles = excluded.roles, default_role = excluded.default_role,
      local_sign_in = excluded.local_sign_in, updated_at = excluded.updated_at`.execute(tx)
  // The subjects of another provider, or of another client, may be other people.
  if (isOtherProvider) await unlinkMembers(tx, accountId)
  await saveDomains(tx, { accountId, domains })
  const after = await readAccountSignOn(tx, accountId)
  if (!localSignIn) await requireLinkedOwner(tx, accountId, after)
  const details = { ...changesOf(before, after), ...(clientSecret !== undefined && { newClientSecret: true }) }
  const action = 'single_sign_on_changed'
  await appendAudit(tx, newId, { at, actor, action, accountId, subject: accountId, details })
  return { before }
}

/** Whether new settings let people sign in who could not before. Members who may use passwords again could before. */
export const letsOthersIn = (before: SignOnSettings | null, after: SignOnSettings): boolean =>
  before === null || !isDeepStrictEqual({ ...before, localSignIn: true }, { ...after, localSignIn: true })

/** Members who have no password set one through *Forgot password*. Refuses with not_found. */
export async function removeAccountSignOn(
  tx: Tx,
  { clock, newId }: Omit<SignOnDeps, 'vault'>,
  { accountId, actor }: Change,
): Promise<void> {
  const before = await lockSignOn(tx, accountId)
  if (before.settings === null) throw noSignOn()
  await sql`delete from account_sign_ons where account_id = ${accountId}`.execute(tx)
  await sql`delete from account_domains where account_id = ${accountId}`.execute(tx)
  await unlinkMembers(tx, accountId)
  const action = 'single_sign_on_removed'
  const details = { before: detailsOf(before) }
  await appendAudit(tx, newId, { at: clock(), actor, action, accountId, subject: accountId, details })
}

/**
 * Takes the domain as the account's; false if it was already. The caller has seen the proof, `by`. Refuses with
 * not_found, and with already_exists a domain of another account.
 */
export async function confirmDomain(
  tx: Tx,
  { clock, newId }: Omit<SignOnDeps, 'vault'>,
  { accountId, domain, by, actor }: Change & { domain: string; by: 'dns' | 'staff' },
): Promise<boolean> {
  const at = clock()
  const { domains } = await lockSignOn(tx, accountId)
  const known = domains.find(one => one.domain === domain)
  if (known === undefined) throw noDomain(domain)
  if (known.confirmedAt !== null) return false
  // Of two accounts that confirm it at the same time, the second waits here for the first.
  await sql`select from account_domains where domain = ${domain} order by account_id for update`.execute(tx)
  const { rows } = await sql`
    update account_domains
    set
      confirmed_at = ${at}, confirmed_by = ${by}, proof_checked_at = ${at}, proof_missing_since = null,
      proof_notified_at = null
    where
      account_id = ${accountId} and domain = ${domain}
      and not exists (select from account_domains where domain = ${domain} and confirmed_at is not null)
    returning domain`.execute(tx)
  if (rows.length === 0) throw domainOfAnother(domain)
  const action = 'domain_confirmed'
  await appendAudit(tx, newId, { at, actor, action, accountId, subject: domain, details: { by } })
  return true
}

export const noSignOn = () => new Refusal('not_found', say('This account has no single sign-on.'))
export const noDomain = (domain: string) =>
  new Refusal('not_found', say('The account has no domain {domain}: save it first.', { domain }))
const domainOfAnother = (domain: string) =>
  new Refusal(
    'already_exists',
    say('The domain {domain} is confirmed for another account. Contact support.', { domain }),
  )
const secretMissing = () =>
  new Refusal('malformed_request', say('Enter the client secret of this provider and client.'), [
    { pointer: '/clientSecret', code: 'required', detail: say('Enter the client secret of this provider and client.') },
  ])

/** Everything but the secret. */
const detailsOf = ({ settings, domains }: AccountSignOn) =>
  settings && {
    ...settings,
    roles: settings.roles.map(({ group, role }) => `${group}=${role}`),
    domains: domains.map(({ domain }) => domain),
  }

/** The fields that differ. */
function changesOf(first: AccountSignOn, second: AccountSignOn) {
  const [before, after] = [detailsOf(first), detailsOf(second)]
  if (before === null || after === null) return { before, after }
  const names = (Object.keys(after) as (keyof typeof after)[]).filter(
    name => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (from: typeof after) => Object.fromEntries(names.map(name => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

async function lockSignOn(tx: Tx, accountId: string): Promise<AccountSignOn> {
  // Two changes at the same time would each record the same state as the one before.
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(tx)
  return readAccountSignOn(tx, accountId)
}

/** Confirmed domains stay confirmed. */
async function saveDomains(
  tx: Tx,
  { accountId, domains }: Pick<SettingsChange, 'accountId' | 'domains'>,
): Promise<void> {
  const rows = rowsOf(domains, 'd', { domain: text(domain => domain), token: text(() => newToken().token) })
  await sql`
    delete from account_domains where account_id = ${accountId} and domain <> all (${domains}::text[])`.execute(tx)
  await sql`
    insert into account_domains (account_id, domain, token)
    select ${accountId}, domain, token
    from ${rows.from}
    on conflict do nothing`.execute(tx)
}

async function unlinkMembers(tx: Tx, accountId: string): Promise<void> {
  await sql`
    delete from credentials c
    using memberships m
    where m.account_id = ${accountId} and c.user_id = m.user_id and c.provider_id <> 'credential'`.execute(tx)
}

/** Otherwise one mistake in the settings would lock everyone out. */
async function requireLinkedOwner(tx: Tx, accountId: string, { settings, domains }: AccountSignOn): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select u.email
    from memberships m
    join users u on u.id = m.user_id
    join credentials c on c.user_id = m.user_id
    where
      m.account_id = ${accountId} and m.role = 'owner'
      and c.provider_id = ${providerIdOf(settings!.issuer, accountId)}`.execute(tx)
  const confirmed = domains.filter(({ confirmedAt }) => confirmedAt !== null).map(({ domain }) => domain)
  if (rows.some(({ email }) => confirmed.includes(domainOf(email)))) return
  throw new Refusal(
    'wrong_state',
    say('Passwords can be turned off only after an owner of the account has signed in through this provider.'),
  )
}
