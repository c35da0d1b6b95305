// The screen of the station for shipping, which ships parcels by scans alone.

import { Button, TextInput } from '@mantine/core'
import { PackageOpen, ScanBarcode } from 'lucide-react'
import type { PrintJob } from '../../../apiTypes.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { t } from '../../../language.ts'
import { LabelFormatChoice } from './LabelFormatChoice.tsx'
import { NoticeLine, UnknownCarrier } from './ScanNotice.tsx'
import { ScannedJob } from './ScannedJob.tsx'
import classes from './ShipByScanning.module.css'
import { ShippedHere } from './ShippedHere.tsx'
import type { Parcel } from './shipments.ts'
import { useStation } from './useStation.ts'

export function Page() {
  const { text, setText, field, submit, camera, notice, unknown, decide, accept, ...station } = useStation()
  const { job, buysLabels, focus, parcels, allShipped, own, undo, take, removeParcel, leave } = station
  const prompt = promptOf(job, parcels)
  return (
    <PageFrame
      title={t('Ship by scanning')}
      about={t(
        buysLabels
          ? 'Scan a job ticket: its labels are bought and printed, and it ships.'
          : 'Scan a job ticket, then its parcel labels, then the next ticket.',
      )}
      actions={buysLabels ? <LabelFormatChoice chosen={focus} /> : null}
    >
      <form onSubmit={submit}>
        <TextInput
          ref={field}
          className={classes.scan}
          aria-label={prompt}
          placeholder={prompt}
          leftSection={<ScanBarcode size={24} />}
          rightSection={camera.button}
          rightSectionWidth={56}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </form>
      {camera.panel}
      <NoticeLine notice={notice}>
        {unknown === null ? null : <UnknownCarrier number={unknown} decide={decide} />}
        {notice?.doubted == null ? null : (
          <Button
            mt="sm"
            size="md"
            color="red"
            variant="light"
            loading={accept.isPending}
            onClick={() => accept.mutate(notice.doubted!)}
          >
            {t('Books are right')}
          </Button>
        )}
      </NoticeLine>
      {job === null ? (
        <EmptyState icon={PackageOpen} title={t('No job is open')}>
          {t('The next ticket opens its job. A shipment can be undone for 30 seconds.')}
        </EmptyState>
      ) : (
        <ScannedJob {...{ job, parcels, leave }} remove={removeParcel} ship={() => take(job.jobId)} />
      )}
      <ShippedHere shipments={allShipped} own={own} undo={undo.mutate} />
    </PageFrame>
  )
}

function promptOf(job: PrintJob | null, parcels: Parcel[]): string {
  if (job === null) return t('Scan a job ticket')
  if (job.labelsAtScan === 'weighed' && parcels.length === 0) return t('Weigh the parcel or scan a label')
  return t('Scan a label or the next ticket')
}
