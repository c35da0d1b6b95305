// Printers as owners set them up: the list with a dialog for each, the times for all of them, and which printer an
// order would get.

import { Alert, Badge, Button, Group, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { FileCog, Plus } from 'lucide-react'
import { ApiProblem, api } from '../../../api.ts'
import { brand } from '../../../brand.ts'
import { useDialog } from '../../../components/forms/Dialogs.tsx'
import { separators } from '../../../components/forms/separators.ts'
import { List } from '../../../components/layout/List.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { PrinterDialog } from './PrinterDialog.tsx'
import { adapterLabels, isKnown, type PrinterSetting, type PrinterSettings, placeName } from './printerForm.ts'
import { RoutePreview } from './RoutePreview.tsx'
import { SaveError } from './SaveError.tsx'

const printerSettingsKey = ['staff', 'printer-settings']

export function PrinterSetUp() {
  const settings = useQuery({ queryKey: printerSettingsKey, queryFn: () => api.GET('/staff/printer-settings') })
  const show = useDialog()
  if (settings.isPending || settings.error) return <LoadState of={settings} rows={6} />
  const { data } = settings
  const close = () => show(null)
  const open = (printer: PrinterSetting | null) =>
    show(<PrinterDialog printer={printer} settings={data} close={close} />)
  return (
    <>
      <Source settings={data} />
      <Section
        flush
        title={t('Printers')}
        about={t('Changes are in effect within seconds.')}
        actions={
          <Button size="xs" leftSection={<Plus size={14} />} onClick={() => open(null)}>
            {t('Add printer')}
          </Button>
        }
      >
        <List
          bare
          label={t('Printers')}
          rows={data.printers}
          keyOf={({ name }) => name}
          open={open}
          columns={[
            { title: t('Printer'), cell: printer => <Name printer={printer} open={() => open(printer)} /> },
            {
              title: t('Connection'),
              cell: printer => (isKnown(printer) ? adapterLabels[printer.adapter] : printer.adapter),
            },
            { title: t('Books [[of a printer]]'), cell: printer => <Books printer={printer} /> },
            {
              title: t('Ships to'),
              cell: ({ shipsTo }) => <Some values={shipsTo.map(placeName)} all={placeName('*')} />,
            },
            {
              title: t('Copies a day'),
              right: true,
              cell: ({ copiesPerDay }) => (copiesPerDay === null ? t('No limit') : number(copiesPerDay)),
            },
            { title: t('Priority'), right: true, cell: ({ priority }) => number(priority) },
          ]}
        />
      </Section>
      <RoutePreview settings={data} />
      <Times key={JSON.stringify(data.times)} settings={data} />
    </>
  )
}

const Source = ({ settings: { source, hasFile } }: { settings: PrinterSettings }) =>
  source === 'console' && !hasFile ? null : (
    <Alert color={source === 'file' ? 'orange' : 'gray'} mb="md" icon={<FileCog size={18} />}>
      {source === 'file'
        ? t(
            'These printers come from a file on the server. Once you save a change, the settings here count, and the file no longer does.',
          )
        : source === 'default'
          ? t('No printers are set up yet: one press desk prints every book.')
          : t('The settings here count. The server also has a file of printers, which no longer does.')}
    </Alert>
  )

const Name = ({ printer: { name, title }, open }: { printer: PrinterSetting; open: () => void }) => (
  <div>
    <Button variant="transparent" size="compact-sm" px={0} onClick={open}>
      {title ?? name}
    </Button>
    {title === null ? null : (
      <Text size="xs" c="dimmed" className="mono wrap">
        {name}
      </Text>
    )}
  </div>
)

/** A book may be introduced after its printer; a pattern with a typing mistake looks the same. */
const Books = ({ printer: { makes, unmatched } }: { printer: PrinterSetting }) => (
  <>
    <Some values={makes} all={t('All books')} />
    {unmatched.length === 0 ? null : (
      <Text size="xs" c="orange" className="wrap">
        {t('No book matches {patterns}', { patterns: unmatched.slice(0, maxShown).join(', ') })}
      </Text>
    )}
  </>
)

const maxShown = 3

const Some = ({ values, all }: { values: readonly string[]; all: string }) =>
  values.includes('*') || values.includes(all) ? (
    all
  ) : (
    <Group gap={4}>
      {values.slice(0, maxShown).map(value => (
        <Badge key={value} variant="default" tt="none" fw={400}>
          {value}
        </Badge>
      ))}
      {values.length > maxShown ? <Text size="xs">+{number(values.length - maxShown)}</Text> : null}
    </Group>
  )

function Times({ settings: { times, version } }: { settings: PrinterSettings }) {
  const { alarmAfterHours, rerouteAfterHours, staffEmail } = times
  const form = useForm({
    initialValues: { ...alarmAfterHours, reroute: rerouteAfterHours ?? '', staffEmail: staffEmail ?? '' },
  })
  const save = useAction({
    mutationFn: ({ reroute, staffEmail, ...ages }: typeof form.values) =>
      api.PUT('/staff/printer-settings/times', {
        body: {
          alarmAfterHours: ages,
          rerouteAfterHours: reroute === '' ? null : Number(reroute),
          staffEmail: staffEmail.trim() || null,
          basedOn: version,
        },
      }),
    onSuccess: () => form.resetDirty(),
    refetch: printerSettingsKey,
    done: t('Times saved'),
  })
  const errorAt = (pointer: string) => (save.error instanceof ApiProblem ? save.error.detailAt(pointer) : null)
  const hours = (name: keyof typeof alarmAfterHours | 'reroute', label: string, pointer: string, hint?: string) => (
    <NumberInput
      label={label}
      placeholder={hint}
      suffix={` ${t('h [[hours]]')}`}
      min={0}
      max={10_000}
      decimalScale={2}
      hideControls
      {...separators}
      {...form.getInputProps(name)}
      error={errorAt(pointer)}
    />
  )
  return (
    <Section
      title={t('Overdue updates')}
      about={t('How long {product} waits for a printer before it raises an alarm.', { product: brand.name })}
    >
      <form onSubmit={form.onSubmit(values => save.mutate(values))}>
        <SaveError error={save.error} reloaded={form.reset} />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} verticalSpacing="sm">
          {hours('submission', t('Until it has the job'), '/alarmAfterHours/submission')}
          {hours('acceptance', t('Until it accepts'), '/alarmAfterHours/acceptance')}
          {hours('shipping', t('After the ship day'), '/alarmAfterHours/shipping')}
          {hours('cancellation', t('Until it answers a cancellation'), '/alarmAfterHours/cancellation')}
          {hours(
            'reroute',
            t('Then give the job to another printer'),
            '/rerouteAfterHours',
            t('Never [[given to another printer]]'),
          )}
          <TextInput
            type="email"
            label={t('Email for alarms')}
            {...form.getInputProps('staffEmail')}
            error={errorAt('/staffEmail')}
          />
        </SimpleGrid>
        <Group justify="flex-end" mt="md">
          <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
            {t('Save times')}
          </Button>
        </Group>
      </form>
    </Section>
  )
}
