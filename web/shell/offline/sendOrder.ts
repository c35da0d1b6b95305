// Which act of the queue is sent next: a person's own acts in their order, and acts on a job one after the other.

type Waiting = { jobId: string; by: { userId: string }; at: number; sendAt?: number; problem: unknown }

/**
 * The jobs with an act that is on hold: later acts on a job wait for the earlier ones. An act from the future was done
 * while the clock of the device was wrong, and is not held.
 */
export const jobsOnHold = (acts: readonly Waiting[], dueBy: number): Set<string> =>
  new Set(acts.filter(({ at, sendAt = 0 }) => sendAt > dueBy && at <= dueBy).map(({ jobId }) => jobId))

/** The first act that may be sent. A refused act stays until its person has read why. */
export const nextAct = <Act extends Waiting>(
  acts: readonly Act[],
  userId: string | undefined,
  held: ReadonlySet<string>,
): Act | undefined =>
  acts.find(({ by, problem, jobId }) => by.userId === userId && problem === null && !held.has(jobId))
