// The press desk: people at the printer look at their list of jobs and act on it through the press API. So a job is
// submitted by being there to be seen, a request to cancel is a mark on it, and the printer tells everything by itself.

import { heard, type Printer } from './printer.ts'

export function pressDesk(): Printer {
  const seen = async () => heard()
  return { submit: seen, requestCancellation: seen, askForNews: seen, newsDueAt: () => null }
}
