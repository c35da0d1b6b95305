import type { Answer, World } from './world.ts'

/** An owner of the account confirms what the staff asked for. What needs no confirmation is answered as it is. */
export async function confirmAccess(
  { call, signIn }: World,
  owner: { email: string; password: string },
  answer: Answer,
): Promise<Answer> {
  if (answer.status !== 202) return answer
  const path = `/dashboard/api/team/requests/${answer.body.approvalId}/confirm`
  return call(path, { method: 'POST', cookie: await signIn(owner) })
}
