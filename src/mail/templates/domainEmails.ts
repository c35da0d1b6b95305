// Emails to the owners of an account about the domains of its single sign-on. They are always sent.

import { type Block, button, type EmailTime, type SampleFacts, table, template, type Words } from '../template.ts'

type Domain = { accountName: string; domain: string; record: { name: string; value: string }; teamUrl: string }

const shown = ({ accountName, domain }: Domain) => ({ account: accountName, domain })

const sample = ({ accountName, page }: SampleFacts): Domain => ({
  ...{ accountName, domain: 'lantern.example', teamUrl: page('/dashboard/production/settings?tab=team') },
  record: { name: '_single-sign-on.lantern.example', value: 'domain-proof=sample' },
})

export const domainEmails = {
  domain_proof_missing: template<Domain & { endsAt: EmailTime }>({
    group: 'account',
    subject: 'The DNS record of {domain} is gone',
    opening:
      'We no longer find the record in the DNS that proves that {domain} is yours. Members can still sign in with their company account until {time}.',
    shown: (domain, { time }) => ({ ...shown(domain), time: time(domain.endsAt) }),
    rest: (domain, words) =>
      rest(
        domain,
        words,
        words.t(
          'Add the record again before then. We look for it once a day, and you do not need to do anything else.',
        ),
      ),
    sample: facts => ({ ...sample(facts), endsAt: facts.inDays(30) }),
  }),

  domain_proof_ended: template<Domain>({
    group: 'account',
    subject: '{domain} is no longer confirmed',
    opening:
      'For 30 days we did not find the record in the DNS that proves that {domain} is yours. Members with addresses of this domain can no longer sign in with their company account.',
    shown: domain => shown(domain),
    rest: (domain, words) =>
      rest(
        domain,
        words,
        words.t('Add the record again and confirm the domain. If nobody can sign in, contact support.'),
      ),
    sample,
  }),
}

const rest = ({ record, teamUrl }: Domain, { t }: Words, advice: string): (string | Block)[] => [
  table({ [t('TXT record')]: record.name, [t('Its text')]: record.value }),
  advice,
  button(t('Open the team'), teamUrl),
]
