// The filters of the webhooks of all accounts.

import { Button, Group, Popover, Stack } from '@mantine/core'
import { ListFilter } from 'lucide-react'
import type { ListSort } from '../../../components/layout/SortHead.tsx'
import { SortSelect } from '../../../components/layout/SortSelect.tsx'
import { periodOptions } from '../../../components/orders/periods.ts'
import { webhookResultOptions } from '../../../components/orders/ReportFilters.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { AccountFilter } from '../../../shell/lists/AccountSelect.tsx'
import { moreFiltersText } from '../../../shell/lists/FilterForm.tsx'
import { FilterSelect } from '../../../shell/lists/FilterSelect.tsx'
import { SavedViews } from '../../../shell/lists/SavedViews.tsx'
import { timeSorts } from '../../../shell/lists/timeFilters.tsx'
import { deliveryStatusOptions } from '../../../shell/orders/deliveries.tsx'
import { useStatusTexts } from '../../../shell/orders/statusTexts.tsx'

const modes = [
  { value: 'production', label: t('Production') },
  { value: 'sandbox', label: t('Sandbox') },
]
const responses = [
  { value: '2xx', label: t('2xx: success') },
  { value: '3xx', label: t('3xx: redirect') },
  { value: '4xx', label: t('4xx: refused') },
  { value: '5xx', label: t('5xx: failure') },
  { value: 'none', label: t('No response') },
]
/** Webhooks that are not about an order. */
const otherKinds = [
  { value: 'FilesChecked', label: 'FilesChecked' },
  { value: 'InvoiceCreated', label: 'InvoiceCreated' },
  { value: 'WebhookTest', label: t('Test event') },
]

export function WebhookFilters({ sort }: { sort: ListSort }) {
  const { webhooks } = useStatusTexts()
  const kinds = webhooks.map(kind => ({ value: kind as string, label: kind as string }))
  const others = otherKinds.filter(({ value }) => !webhooks.some(kind => kind === value))
  return (
    <Group gap="xs" mb="md" align="flex-start">
      <AccountFilter />
      <FilterSelect
        name="type"
        label={t('Event')}
        all={t('All events')}
        clear={t('Clear event')}
        data={[...kinds, ...others]}
      />
      <FilterSelect
        name="status"
        label={t('Status')}
        all={t('All statuses')}
        clear={t('Clear status')}
        data={deliveryStatusOptions}
      />
      <FilterSelect
        name="period"
        label={t('Period')}
        all={t('Any date')}
        clear={t('Clear period')}
        data={periodOptions}
      />
      <SortSelect labels={timeSorts} list={sort} />
      <MoreFilters />
      <SavedViews path="/staff/views" list="webhooks" />
    </Group>
  )
}

const more = [
  { name: 'mode', label: t('Mode'), all: t('Both [[modes]]'), clear: t('Clear mode'), data: modes },
  {
    name: 'result',
    label: t('Result'),
    all: t('All results'),
    clear: t('Clear result'),
    data: webhookResultOptions,
  },
  {
    name: 'response',
    label: t('Last response'),
    all: t('All responses'),
    clear: t('Clear last response'),
    data: responses,
  },
]

function MoreFilters() {
  const [filters] = useFilters()
  const used = more.filter(({ name }) => filters[name] !== undefined).length
  return (
    <Popover width={280} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<ListFilter size={15} />}>
          {moreFiltersText(used)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {more.map(filter => (
            <FilterSelect key={filter.name} {...filter} isLabeled comboboxProps={{ withinPortal: false }} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
