// Which emails a person gets, and in which time zone they show times.

import { Button, Group, Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type ResponseBody } from '../../api.ts'
import type { paths } from '../../apiTypes.ts'
import { showToast } from '../../components/feedback/toast.ts'
import { List } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { hourText } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { browserZone } from '../../shell/session/browserZone.ts'

type Settings = ResponseBody<'/auth/email-settings'>
type Choice = Settings['emails'][number]
type Frequency = Choice['frequency']
type Changes = NonNullable<paths['/auth/email-settings']['patch']['requestBody']>['content']['application/json']

const titles: Record<Choice['kind'], { title: string; about: string }> = {
  order_failed: { title: t('Orders we can’t print'), about: t('Why, and a link to fix the order') },
  order_files_missing: { title: t('Missing files'), about: t('We can’t fetch the files of an order that waits') },
  order_on_hold: { title: t('Orders on hold'), about: t('We are working on a problem with your order') },
  order_shipped: { title: t('Shipped orders'), about: t('With their tracking numbers') },
  proof_reminder: { title: t('Proofs that expire soon'), about: t('Three days before the order is canceled') },
  order_message: { title: t('Messages from support'), about: t('About one of your orders') },
  payment: {
    title: t('Failed payments'),
    about: t('When we try again, and payments that your bank asks you to confirm'),
  },
  invoice: { title: t('Invoices'), about: t('After each payment') },
  statement: {
    title: t('Statements'),
    about: t('Your monthly statement, and reminders before and after the day on which it is due'),
  },
  refund: { title: t('Refunds'), about: t('With their credit note') },
  limit: { title: t('Order limit'), about: t('Orders that wait or are rejected because of the 24-hour limit') },
  integration: { title: t('API keys and webhooks'), about: t('A key expires soon, or webhooks do not arrive') },
  exemption: { title: t('Tax exemptions'), about: t('Your certificate was approved or refused') },
}

const frequencyLabels: Record<Frequency, string> = { now: t('On'), daily: t('Once a day'), never: t('Off') }

const queryKey = ['email-settings']

function useEmailSettings() {
  const queries = useQueryClient()
  const settings = useQuery({ queryKey, queryFn: () => api.GET('/auth/email-settings') })
  const change = useAction({
    mutationFn: (body: Changes) => api.PATCH('/auth/email-settings', { body }),
    onSuccess(changed) {
      showToast(t('Email settings saved'))
      queries.setQueryData(queryKey, changed)
    },
    failed: t('Your email settings were not saved'),
  })
  return { settings, change }
}

export function EmailSettings() {
  const { settings, change } = useEmailSettings()
  return (
    <>
      <Section
        title={t('Emails')}
        about={t(
          'Orders of the same ten minutes share an email. Emails about your sign-in and your password are always sent.',
        )}
        flush
      >
        <LoadState of={settings} rows={9} />
        {settings.data ? (
          <List
            bare
            label={t('Emails')}
            rows={settings.data.emails}
            keyOf={({ kind }) => kind}
            columns={[
              {
                title: t('About'),
                cell: ({ kind }) => (
                  <div>
                    <Text size="sm" fw={500}>
                      {titles[kind].title}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {titles[kind].about}
                    </Text>
                  </div>
                ),
              },
              {
                title: t('Send'),
                cell: ({ kind, frequency, allowed }) => (
                  <Select
                    size="sm"
                    w={140}
                    aria-label={titles[kind].title}
                    data={allowed.map(value => ({ value, label: frequencyLabels[value] }))}
                    value={frequency}
                    allowDeselect={false}
                    disabled={change.isPending}
                    onChange={value =>
                      value && change.mutate({ frequencies: { [kind]: value } as Changes['frequencies'] })
                    }
                  />
                ),
              },
            ]}
          />
        ) : null}
      </Section>
      <TimeZone />
    </>
  )
}

export function TimeZone() {
  const { settings, change } = useEmailSettings()
  const timeZone = settings.data?.timeZone ?? null
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), browserZone, timeZone ?? 'UTC'])]
  return (
    <Section
      title={t('Time zone')}
      about={t('Emails show times in this time zone. Screens show those of your browser.')}
    >
      <Group align="flex-end" gap="sm">
        <Select
          label={t('Time zone of emails')}
          w={{ base: '100%', xs: 320 }}
          searchable
          data={zones.map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          value={timeZone ?? 'UTC'}
          allowDeselect={false}
          disabled={settings.data === undefined || change.isPending}
          nothingFoundMessage={t('No matches')}
          onChange={zone => zone !== null && change.mutate({ timeZone: zone })}
        />
        {settings.data !== undefined && browserZone !== (timeZone ?? 'UTC') ? (
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ timeZone: browserZone })}>
            {t('Use {zone}', { zone: browserZone.replaceAll('_', ' ') })}
          </Button>
        ) : null}
      </Group>
    </Section>
  )
}

/** For the staff: what was sold, what is due, and what needs attention. */
export function MorningEmail() {
  const { settings, change } = useEmailSettings()
  const hour = settings.data?.morningHour ?? null
  return (
    <Section
      title={t('Email in the morning')}
      about={t('What was sold yesterday, which orders are due today or late, and what needs action')}
    >
      <Select
        label={t('Send it at')}
        w={{ base: '100%', xs: 320 }}
        data={[
          { value: '', label: t('Off') },
          ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) })),
        ]}
        value={hour === null ? '' : String(hour)}
        allowDeselect={false}
        disabled={settings.data === undefined || change.isPending}
        onChange={value => change.mutate({ morningHour: value ? Number(value) : null })}
      />
    </Section>
  )
}
