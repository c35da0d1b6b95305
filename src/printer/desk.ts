// The press desk: people at the printer see their list of jobs and act on it through the press API. So a job is
// submitted as soon as it can be seen, a request to cancel is a mark on it, and the printer reports everything by
// itself.

import { heard, type Printer } from './printer.ts'

export function pressDesk(): Printer {
  const seen = async () => heard()
  return { submit: seen, requestCancellation: seen, askForNews: seen, newsDueAt: () => null }
}
