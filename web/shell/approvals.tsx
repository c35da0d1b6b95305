// Acts of the staff that wait for a second person, wherever the staff area names one.

import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { api, ask } from '../api.ts'
import type { Approval } from '../apiTypes.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Ago, money } from '../components/Values.tsx'

/** What is asked for, in a few words. */
export const approvalTitle = ({ kind, amount }: Approval): string => {
  if (kind === 'enterprise') return 'Change to an enterprise account'
  return kind === 'refund' ? `Refund ${money(amount ?? 0)}` : `Cancel the order and refund ${money(amount ?? 0)}`
}

type Matter = { accountId: string; customerOrderId?: string }

/** What waits in a matter, and above how many dollars acts wait: null where no second person is asked. */
export function useApprovals(matter: Matter): { waiting: Approval[]; above: number | null } {
  const { data } = useQuery({
    queryKey: ['staff', 'approvals', matter],
    queryFn: () => ask(api.GET('/staff/approvals', { params: { query: matter } })),
  })
  const waiting = data?.approvals.filter(({ status }) => status === 'open') ?? []
  return { waiting, above: data?.secondPersonAbove ?? null }
}

/** An act that waits is answered with its request, and not with what was acted on. */
export const isWaiting = (answer: object): answer is Approval => 'approvalId' in answer

/** What is said of an act that waits. */
export const askedText = 'Request sent: another person of the staff has to approve it'

/** At the top of an order's or an account's page. */
export const Waiting = ({ requests }: { requests: Approval[] }) =>
  requests.length === 0 ? null : (
    <Alert color="blue" variant="light" mb="md" icon={<UserCheck size={18} />} title="Waiting for approval">
      <Stack gap={4} align="flex-start">
        {requests.map(one => (
          <Text key={one.approvalId} size="sm" className="wrap">
            {approvalTitle(one)}: {one.askedBy} asked <Ago at={one.askedAt} />.
          </Text>
        ))}
        <GoTo to="/approvals" inherit underline="always">
          Approvals
        </GoTo>
      </Stack>
    </Alert>
  )

/** In a dialog: what happens when the act is confirmed. */
export const WillWait = ({ children }: { children: string }) => (
  <Alert color="blue" variant="light" icon={<UserCheck size={18} />}>
    {children}
  </Alert>
)
