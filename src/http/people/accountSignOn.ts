// The settings of an account's single sign-on: what the routes of its owners and those of the staff share.

import { domainToASCII } from 'node:url'
import { type Static, Type } from 'typebox'
import type { AccountDeps } from '../../accounts/accounts.ts'
import { type AccountProviders, callbackOf } from '../../accounts/singleSignOn/accountProviders.ts'
import {
  type AccountSignOn,
  confirmDomain,
  maxDomains,
  maxGroups,
  noDomain,
  noSignOn,
  readAccountSignOn,
  removeAccountSignOn,
  saveAccountSignOn,
} from '../../accounts/singleSignOn/accountSignOn.ts'
import { providerProblemCodes } from '../../accounts/singleSignOn/singleSignOn.ts'
import type { ReadDnsText } from '../../base/network/dnsText.ts'
import type { Outbound } from '../../base/network/outbound.ts'
import { malformedField, Refusal } from '../../base/refusal.ts'
import type { Tx } from '../../db/db.ts'
import { HttpUrl, Instant, nullable, oneOf, Text } from '../objects/common.ts'
import { RoleName } from './invitations.ts'

export type AccountSignOnParts = AccountDeps & {
  accountProviders: AccountProviders
  outbound: Pick<Outbound, 'urlProblem'>
  httpsOnly: boolean
  publicUrl: URL
  readDnsText: ReadDnsText
}

const settings = {
  issuer: Type.String({ description: 'The address of the provider, exactly as the provider names itself.' }),
  clientId: Type.String({ description: 'The client that the provider has registered for this service.' }),
  scope: Type.String({ description: 'What the provider is asked for, separated by spaces; with `openid`.' }),
  groupsClaim: Type.String({ description: 'The claim in which the provider lists the groups of a person.' }),
  roles: Type.Array(Type.Object({ group: Type.String(), role: RoleName }), {
    description: 'The role of the members of each group. The first group of a person decides; `*` is everyone.',
  }),
  defaultRole: nullable({ ...RoleName, description: 'The role of people in none of the groups; null: refused.' }),
  localSignIn: Type.Boolean({ description: 'Whether members can sign in with passwords and passkeys, too.' }),
}

export const SignOn = Type.Object(
  {
    redirectUrl: Type.String({ description: 'The redirect address to register at the provider.' }),
    settings: nullable(Type.Object(settings)),
    domains: Type.Array(
      Type.Object({
        domain: Type.String(),
        confirmedAt: nullable(Instant),
        proofMissingSince: nullable({
          ...Instant,
          description:
            'When the record of a confirmed domain was first gone from the DNS. Without it for 30 days, the domain is no longer confirmed.',
        }),
        proof: Type.Object(
          { name: Type.String(), type: oneOf(['TXT']), value: Type.String() },
          { description: 'The DNS record that proves the domain.' },
        ),
      }),
      { description: 'The email domains of the account. Only people of a confirmed domain can sign in.' },
    ),
  },
  { title: 'AccountSingleSignOn' },
)

export const NewSignOn = Type.Object(
  {
    ...settings,
    issuer: HttpUrl,
    clientId: Text(200),
    clientSecret: Type.Optional(
      Text(1000, { description: 'Never shown again. It stays if it is not sent and issuer and client are the same.' }),
    ),
    scope: Text(200, { default: 'openid profile email' }),
    groupsClaim: Text(100, { default: 'groups' }),
    roles: Type.Array(Type.Object({ group: Text(200), role: RoleName }, { additionalProperties: false }), {
      maxItems: maxGroups,
    }),
    domains: Type.Array(Text(253), { maxItems: maxDomains }),
  },
  { additionalProperties: false },
)

export const TestedSignOn = Type.Object({
  problem: nullable(
    Type.Object(
      { code: oneOf(providerProblemCodes), detail: Type.String() },
      {
        description: 'Null: the provider answers, and accepts the client and its secret.',
      },
    ),
  ),
})

export const DomainPath = { domain: Text(253) }

type By = { accountId: string; actor: string; announce?: ((tx: Tx) => Promise<void>) | undefined }

export function accountSignOnHandlers(parts: AccountSignOnParts) {
  const { db, publicUrl, accountProviders, readDnsText } = parts
  const shown = (accountId: string, signOn: AccountSignOn) => ({
    redirectUrl: callbackOf(publicUrl, accountId).href,
    ...signOn,
  })

  return {
    read: async (accountId: string) => shown(accountId, await readAccountSignOn(db, accountId)),

    async save({ accountId, ...by }: By, { clientSecret, domains, ...given }: Static<typeof NewSignOn>) {
      checkIssuer(given.issuer, parts)
      if (!given.scope.split(' ').includes('openid'))
        throw malformedField('/scope', 'wrong_format', 'The scope must contain openid.')
      const wanted = { settings: given, clientSecret, domains: [...new Set(domains.map(domainName))] }
      return shown(accountId, await saveAccountSignOn(parts, { accountId, ...by, ...wanted }))
    },

    remove: (by: By) => removeAccountSignOn(parts, by),

    async test(accountId: string) {
      const company = await accountProviders.find(accountId)
      if (company === null) throw noSignOn()
      return { problem: await company.provider.findProblem() }
    },

    /** Confirms a domain that has the record in the DNS. */
    async prove({ accountId, actor }: By, domain: string) {
      const { domains } = await readAccountSignOn(db, accountId)
      const known = domains.find(one => one.domain === domain)
      if (known === undefined) throw noDomain(domain)
      const { name, value } = known.proof
      const texts = await readDnsText(name).catch(() => {
        throw new Refusal('wrong_state', `The DNS did not answer for ${name}. Try again in a minute.`)
      })
      if (!texts.includes(value))
        throw new Refusal('wrong_state', `The DNS has no record of the type TXT for ${name} with this text yet.`)
      return shown(accountId, await confirmDomain(parts, { accountId, domain, by: 'dns', actor }))
    },

    /** Confirms a domain for which the staff have seen another proof. */
    confirm: async (by: By, domain: string) =>
      shown(by.accountId, await confirmDomain(parts, { ...by, domain, by: 'staff' })),
  }
}

function checkIssuer(
  issuer: string,
  { outbound, httpsOnly }: Pick<AccountSignOnParts, 'outbound' | 'httpsOnly'>,
): void {
  const isInsecure = httpsOnly && !/^https:/i.test(issuer)
  const fault = isInsecure ? 'must begin with https://' : (outbound.urlProblem(issuer) ?? issuerFault(new URL(issuer)))
  if (fault !== null) throw malformedField('/issuer', 'wrong_format', `The issuer ${fault}.`)
}

function issuerFault({ search, hash, pathname }: URL): string | null {
  if (search !== '' || hash !== '') return 'must not have a query or a fragment'
  return pathname.includes('/.well-known/') ? 'must not contain /.well-known/: leave this part out' : null
}

/** As an email address has it, in lower case. */
function domainName(text: string, index: number): string {
  const domain = domainToASCII(text.trim())
  const labels = domain.split('.')
  const isDomain =
    domain.length <= 253 && labels.length > 1 && labels.every(label => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))
  if (isDomain && !/^\d+$/.test(labels.at(-1)!)) return domain
  const detail = `${text} is not a domain such as company.example.`
  throw malformedField(`/domains/${index}`, 'wrong_format', detail)
}
