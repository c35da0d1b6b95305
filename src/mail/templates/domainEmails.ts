// Emails to the owners of an account about the domains of its single sign-on. Nobody can turn them off.

import { button, type EmailContent, emailBody, line, table } from '../emailBody.ts'

type DomainDetails = {
  accountName: string
  domain: string
  record: { name: string; value: string }
  endsAt: Date
  teamUrl: string
}

export const domainProofMissing = ({ accountName, domain, record, endsAt, teamUrl }: DomainDetails): EmailContent => ({
  subject: line`The DNS record of ${domain} is gone`,
  body: emailBody(
    accountName,
    line`We no longer find the record in the DNS that proves that ${domain} is yours. Members can still sign in with their company account until ${endsAt}.`,
    table({ 'TXT record': record.name, 'Its text': record.value }),
    'Add the record again before then. We look for it once a day, and you do not need to do anything else.',
    button('Open the team', teamUrl),
  ),
})

export const domainProofEnded = ({
  accountName,
  domain,
  record,
  teamUrl,
}: Omit<DomainDetails, 'endsAt'>): EmailContent => ({
  subject: line`${domain} is no longer confirmed`,
  body: emailBody(
    accountName,
    line`For 30 days we did not find the record in the DNS that proves that ${domain} is yours. Members with addresses of this domain can no longer sign in with their company account.`,
    table({ 'TXT record': record.name, 'Its text': record.value }),
    'Add the record again and confirm the domain. If nobody can sign in, contact support.',
    button('Open the team', teamUrl),
  ),
})
