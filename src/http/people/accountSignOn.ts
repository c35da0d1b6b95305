// The settings of an account's single sign-on: what the routes of its owners and those of the staff share.

import { domainToASCII } from 'node:url'
import { type Static, Type } from 'typebox'
import { say, type Translatable } from '../../../languages/texts.ts'
import { callbackOf } from '../../accounts/singleSignOn/accountProviders.ts'
import {
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
import { malformedField, Refusal } from '../../base/refusal.ts'
import { giveAccessByStaff, removeSignOnByStaff } from '../../features/staff/accountAccess.ts'
import type { AccessAct } from '../../features/staff/approvalStore.ts'
import type { ApprovalOutcome } from '../../features/staff/secondPerson.ts'
import { Closed, HttpUrl, Instant, nullable, oneOf, Text, Words } from '../objects/common.ts'
import type { Services } from '../server/services.ts'
import { RoleName } from './invitations.ts'
import { signOnSettings } from './signOnSettings.ts'

export const SignOn = Type.Object(
  {
    redirectUrl: Type.String({ description: 'The redirect address to register at the provider.' }),
    settings: nullable(Type.Object(signOnSettings)),
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

export const NewSignOn = Closed({
  ...signOnSettings,
  issuer: HttpUrl,
  clientId: Text(200),
  clientSecret: Type.Optional(
    Text(1000, { description: 'Never shown again. It stays if it is not sent and issuer and client are the same.' }),
  ),
  scope: Text(200, { default: 'openid profile email' }),
  groupsClaim: Text(100, { default: 'groups' }),
  roles: Type.Array(Closed({ group: Text(200), role: RoleName }), {
    maxItems: maxGroups,
  }),
  domains: Type.Array(Text(253), { maxItems: maxDomains }),
})

export const TestedSignOn = Type.Object({
  problem: nullable(
    Type.Object(
      { code: oneOf(providerProblemCodes), detail: Words() },
      {
        description: 'Null: the provider answers, and accepts the client and its secret.',
      },
    ),
  ),
})

type By = { accountId: string; actor: string }
type Shown = Static<typeof SignOn>
type Wanted = Static<typeof NewSignOn>

export function accountSignOnHandlers(services: Services) {
  const { db, clock, vault, publicUrl, accountProviders, readDnsText } = services
  const read = async (accountId: string): Promise<Shown> => ({
    redirectUrl: callbackOf(publicUrl, accountId).href,
    ...(await readAccountSignOn(db, accountId)),
  })
  const staffAct = async ({ accountId, actor }: By, act: AccessAct): Promise<ApprovalOutcome<Shown>> => {
    const outcome = await giveAccessByStaff(services, { accountId, act, actor, now: clock() })
    return outcome.done === null ? outcome : { done: await read(accountId), approval: null }
  }

  return {
    read,

    async save(by: By, wanted: Wanted): Promise<Shown> {
      const change = checkWanted(wanted, services)
      await db.transaction().execute(tx => saveAccountSignOn(tx, services, { ...by, ...change }))
      return read(by.accountId)
    },

    saveByStaff(by: By, wanted: Wanted) {
      const { clientSecret, ...change } = checkWanted(wanted, services)
      const sealedSecret = clientSecret === undefined ? null : vault.seal(clientSecret).toString('base64')
      return staffAct(by, { kind: 'single_sign_on', ...change, sealedSecret })
    },

    remove: (by: By) => db.transaction().execute(tx => removeAccountSignOn(tx, services, by)),
    removeByStaff: (by: By) => removeSignOnByStaff(services, { ...by, now: clock() }),

    async test(accountId: string) {
      const company = await accountProviders.find(accountId)
      if (company === null) throw noSignOn()
      return { problem: await company.provider.findProblem() }
    },

    /** Confirms a domain that has the record in the DNS. */
    async prove({ accountId, actor }: By, domain: string): Promise<Shown> {
      const { domains } = await readAccountSignOn(db, accountId)
      const known = domains.find(one => one.domain === domain)
      if (known === undefined) throw noDomain(domain)
      const { name, value } = known.proof
      const texts = await readDnsText(name).catch(() => {
        throw new Refusal('wrong_state', say('The DNS did not answer for {name}. Try again in a minute.', { name }))
      })
      if (!texts.includes(value))
        throw new Refusal(
          'wrong_state',
          say('The DNS has no record of the type TXT for {name} with this text yet.', { name }),
        )
      await db.transaction().execute(tx => confirmDomain(tx, services, { accountId, domain, by: 'dns', actor }))
      return read(accountId)
    },

    /** Confirms a domain for which the staff have seen another proof. */
    confirmByStaff: (by: By, domain: string) => staffAct(by, { kind: 'domain', domain }),
  }
}

function checkWanted({ clientSecret, domains, ...settings }: Wanted, services: Services) {
  checkIssuer(settings.issuer, services)
  if (!settings.scope.split(' ').includes('openid'))
    throw malformedField('/scope', 'wrong_format', say('The scope must contain openid.'))
  return { settings, clientSecret, domains: [...new Set(domains.map(domainName))] }
}

function checkIssuer(issuer: string, { outbound, httpsOnly }: Pick<Services, 'outbound' | 'httpsOnly'>): void {
  const isInsecure = httpsOnly && !/^https:/i.test(issuer)
  const fault = isInsecure
    ? say('must begin with https://')
    : (outbound.urlProblem(issuer) ?? issuerFault(new URL(issuer)))
  if (fault !== null) throw malformedField('/issuer', 'wrong_format', say('The issuer {fault}.', { fault }))
}

function issuerFault({ search, hash, pathname }: URL): Translatable | null {
  if (search !== '' || hash !== '') return say('must not have a query or a fragment')
  return pathname.includes('/.well-known/') ? say('must not contain /.well-known/: leave this part out') : null
}

/** As an email address has it, in lower case. */
function domainName(text: string, index: number): string {
  const domain = domainToASCII(text.trim())
  const labels = domain.split('.')
  const isDomain =
    domain.length <= 253 && labels.length > 1 && labels.every(label => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))
  if (isDomain && !/^\d+$/.test(labels.at(-1)!)) return domain
  const detail = say('{text} is not a domain such as company.example.', { text })
  throw malformedField(`/domains/${index}`, 'wrong_format', detail)
}
