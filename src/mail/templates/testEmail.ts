// The email that tries the mail server.

import { type EmailContent, emailBody } from '../emailBody.ts'

export const testEmailSubject = 'Test email'

export const testEmail = ({ name }: { name: string }): EmailContent => ({
  subject: testEmailSubject,
  body: emailBody(name, 'You asked for this email in the staff console. Customers get emails the same way.'),
})
