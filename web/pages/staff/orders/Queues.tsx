// The queues of the staff: filters of the list of all orders that one click chooses, each with its number of orders.

import { Button, Group } from '@mantine/core'
import { t } from '../../../language.ts'
import type { Filters } from '../../../shell/frame/mode.ts'
import { TabCount } from '../../../shell/frame/ScreenTabs.tsx'
import { inSequence, type OrderQueue, ordersDue, ordersIn, useOrderCount } from '../../../shell/orders/queues.ts'

type Queue = { name: string; of: OrderQueue }

export const queues = {
  late: { name: t('Late'), of: ordersDue('late') },
  today: { name: t('Due today'), of: ordersDue('today') },
  held: { name: t('On hold'), of: ordersIn('EXCEPTION') },
  cancellations: { name: t('Cancellations requested'), of: ordersIn('CANCELLATION_REQUESTED') },
  checking: { name: t('Checking files'), of: ordersIn('VALIDATING') },
  printing: { name: t('Printing'), of: ordersIn('PRINTING') },
} satisfies Record<string, Queue>

/** The filters that a queue decides, and those of a report, which would leave little of it. */
const noQueue = {
  ...{ mode: '', status: '', due: '', sort: '' },
  ...{ placed: '', ended: '', queued: '', problem: '', tab: '' },
}

export const isQueue = ({ of }: Queue, { mode, status, due }: Filters): boolean =>
  mode === of.mode && status === of.status && due === of.due

type Props = { filters: Filters; change: (filters: Filters) => void }

export function Queues({ filters, change }: Props) {
  const { mode, status, due } = filters
  const isAll = [mode, status, due].every(filter => filter === undefined)
  return (
    <Group gap="xs" mb="md" role="group" aria-label={t('Queues')}>
      <Chip name={t('All orders')} isChosen={isAll} choose={() => change(noQueue)} />
      {Object.values(queues).map(queue => (
        <CountedChip
          key={queue.name}
          queue={queue}
          isChosen={isQueue(queue, filters)}
          choose={of => change({ ...noQueue, ...of })}
        />
      ))}
    </Group>
  )
}

type ChipProps = { name: string; count?: number | null; isChosen: boolean; choose: () => void }

type CountedChipProps = { queue: Queue; isChosen: boolean; choose: (of: OrderQueue) => void }

function CountedChip({ queue: { name, of }, isChosen, choose }: CountedChipProps) {
  const count = useOrderCount(of)
  return <Chip name={name} count={count} isChosen={isChosen} choose={() => choose(inSequence(of, count))} />
}

const Chip = ({ name, count, isChosen, choose }: ChipProps) => (
  <Button
    size="compact-md"
    radius="xl"
    fw={500}
    variant={isChosen ? 'filled' : 'default'}
    aria-pressed={isChosen}
    onClick={choose}
  >
    {name}
    <TabCount count={count} />
  </Button>
)
