// Emails about tax exemption certificates.

import { type Block, button, type EmailTime, table, template, type Words } from '../template.ts'

type Decision = { accountName: string; jurisdiction: string; reason: string | null }

export const exemptionEmails = {
  exemption: template<Decision & { expiresAt: EmailTime }>({
    group: 'payments',
    subject: 'Your tax exemption certificate for {state} was approved',
    opening:
      'Your tax exemption certificate for {state} was approved. We charge no sales tax on orders to {state} that are priced from now until {until}.',
    required: ['state', 'until'],
    shown: (decision, { time }) => ({ ...shown(decision), until: time(decision.expiresAt) }),
    rest: (decision, words) => [
      ...reasonOf(decision, words),
      words.t('Upload a new certificate before this certificate expires.'),
    ],
    sample: ({ accountName, inDays }) => ({
      ...{ accountName, jurisdiction: 'US-NY', reason: null, expiresAt: inDays(365) },
    }),
  }),

  exemption_refused: template<Decision>({
    group: 'payments',
    subject: 'Your tax exemption certificate for {state} was refused',
    opening: 'Your tax exemption certificate for {state} was refused. We charge sales tax on orders to {state}.',
    required: ['state'],
    shown: decision => shown(decision),
    rest: (decision, words) => [
      ...reasonOf(decision, words),
      words.t('You can upload another certificate in the dashboard.'),
    ],
    sample: ({ accountName }) => ({ accountName, jurisdiction: 'US-NY', reason: 'It is not signed.' }),
  }),

  exemption_expires: template<Expiring>({
    group: 'payments',
    subject: 'Your tax exemption certificate for {state} expires soon',
    opening:
      'Your tax exemption certificate for {state} expires on {until}. Without a new certificate, we charge sales tax on orders to {state} from then on.',
    required: ['state', 'until'],
    shown: (expiring, { time }) => ({ ...shown(expiring), until: time(expiring.expiresAt) }),
    rest: ({ exemptionsUrl }, { t }) => [button(t('Upload a new certificate'), exemptionsUrl)],
    sample: ({ accountName, inDays, page }) => ({
      ...{ accountName, jurisdiction: 'US-NY', expiresAt: inDays(30) },
      exemptionsUrl: page('/dashboard/billing?tab=exemptions'),
    }),
  }),
}

type Expiring = Pick<Decision, 'accountName' | 'jurisdiction'> & { expiresAt: EmailTime; exemptionsUrl: string }

const shown = ({ accountName, jurisdiction }: Pick<Decision, 'accountName' | 'jurisdiction'>) => ({
  account: accountName,
  state: jurisdiction.replace('US-', ''),
})

const reasonOf = ({ reason }: Decision, { t }: Words): Block[] =>
  reason === null ? [] : [table({ [t('Reason')]: reason })]
