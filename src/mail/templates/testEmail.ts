// The email that tries the mail server.

import { template } from '../template.ts'

export const testEmail = {
  test: template<{ name: string }>({
    group: 'staff',
    subject: 'Test email',
    opening: 'You asked for this email in the staff console. Customers get emails the same way.',
    shown: ({ name }) => ({ account: name }),
    rest: () => [],
    sample: ({ staffName }) => ({ name: staffName }),
  }),
}
