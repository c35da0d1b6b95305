// The steps from an installation to a shop. They tick themselves: the service looks at what is really there.

import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleDashed, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { AppLink, LinkButton } from '../../../components/layout/AppLink.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Time } from '../../../components/layout/Values.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useDraft, useMay } from '../../../shell/session/session.ts'
import { InstallationButton, type Group as SettingGroup, useInstallation } from './Installation.tsx'
import type { Installation } from './installationForms.tsx'
import classes from './SetUp.module.css'

type SetUp = ResponseBody<'/staff/set-up'>
type Step = SetUp['steps'][number]

const setUpKey = ['staff', 'set-up']
const refetchMs = 5_000

export function Page() {
  const setUp = useQuery({
    queryKey: setUpKey,
    queryFn: () => api.GET('/staff/set-up'),
    refetchInterval: refetchMs,
  })
  return (
    <PageFrame title={t('Set-up')} about={t('From this installation to a shop that sells your books.')}>
      <LoadState of={setUp} rows={8} />
      {setUp.data ? <Steps {...setUp.data} /> : null}
    </PageFrame>
  )
}

function Steps({ isSelling, hasDraft, steps }: SetUp) {
  const installation = useInstallation().data
  const finished = steps.filter(({ state }) => state === 'done').length
  return (
    <>
      <ShopState isSelling={isSelling} hasDraft={hasDraft} steps={steps} />
      <Group mb="md" gap="sm" wrap="nowrap">
        <Progress
          value={(100 * finished) / steps.length}
          aria-label={t('Finished steps')}
          style={{ flex: 1, maxWidth: 320 }}
        />
        <Text size="sm" c="dimmed">
          {t('{count} of {all} done', { count: finished, all: steps.length })}
        </Text>
      </Group>
      {groups.map(({ title, about, names }) => (
        <Section key={title} title={title} about={about}>
          {names.includes('mail') && installation?.isKeyBesideData ? (
            <Text size="sm" c="dimmed" className="wrap">
              {t(
                'Passwords and keys that you enter here are stored encrypted. Their key is in the data folder of the server: keep its backups safe, or give the server a key that is kept elsewhere.',
              )}
            </Text>
          ) : null}
          <ul className={classes.steps}>
            {steps
              .filter(({ step }) => names.includes(step))
              .map(step => (
                <StepRow key={step.step} {...step} isSelling={isSelling} installation={installation} />
              ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

function ShopState({ isSelling, hasDraft, steps }: SetUp) {
  const mayEdit = useMay('catalog')
  const opening = useOpening(isSelling)
  const detailOf = (name: Step['step']) => steps.find(({ step }) => step === name)!
  if (isSelling)
    return detailOf('order').state === 'done' ? null : (
      <Alert color="teal" icon={<Store size={18} />} title={t('Your shop is open')} mb="md">
        {t('Customers can order now. Place a practice order to see what happens next.')}
      </Alert>
    )
  if (opening)
    return (
      <Alert
        color="blue"
        icon={<Store size={18} />}
        title={rich('Your shop opens on {time}', { time: <Time at={String(opening)} /> })}
        mb="md"
      >
        {t('Your books and prices are published. Until then, orders are refused.')}
      </Alert>
    )
  return (
    <Alert color="orange" icon={<Store size={18} />} title={t('You sell nothing yet')} mb="md">
      <Text size="sm">{detailOf('publish').detail}</Text>
      {mayEdit ? (
        <Group gap="xs" mt="xs">
          {hasDraft ? (
            <LinkButton size="xs" to="/operator-data" search={{ guide: 'address' }}>
              {t('Continue')}
            </LinkButton>
          ) : opening === null ? (
            <StartFromSample />
          ) : null}
        </Group>
      ) : null}
    </Alert>
  )
}

/** When the first version takes effect; null if none is published, and undefined while this is not known. */
function useOpening(isSelling: boolean) {
  const versions = useQuery({
    queryKey: ['staff', 'operator-data', 'versions', 'first'],
    queryFn: () => api.GET('/staff/operator-data/versions', { params: { query: { limit: 20 } } }),
    enabled: !isSelling,
    refetchInterval: refetchMs,
  }).data?.versions
  // The newest is first, and no version takes effect before an older one.
  return versions && (versions.findLast(({ state }) => state !== 'withdrawn')?.effectiveAt ?? null)
}

/** Leads through what others have saved or published meanwhile; without it, saves the sample as the draft first. */
function StartFromSample() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  // The unsaved input of the editor, which would hide the sample, and begins on an older revision.
  const typed = useDraft('operator data')
  const start = useAction({
    async mutationFn() {
      const [content, draft] = await Promise.all([
        api.GET('/staff/operator-data/sample'),
        api.GET('/staff/operator-data/draft'),
      ])
      const { revision, basedOn, savedAt, newest } = draft
      if (savedAt !== null || newest > 0) return draft
      const saved = await api.PUT('/staff/operator-data/draft', { body: { revision, basedOn, content } })
      typed.clear()
      return saved
    },
    // The guide would begin with the draft that this tab read before.
    onSuccess: draft => queries.setQueryData(['staff', 'operator-data', 'draft'], draft),
    refetch: ['staff', 'operator-data'],
    failed: t('The sample was not loaded'),
    close: () => void navigate({ to: '/operator-data', search: { guide: 'address' } }),
  })
  return (
    <>
      <Button size="xs" loading={start.isPending} onClick={() => start.mutate()}>
        {t('Start from the sample')}
      </Button>
      <LinkButton size="xs" variant="default" to="/operator-data">
        {t('Start another way')}
      </LinkButton>
    </>
  )
}

const groups: { title: string; about: string; names: Step['step'][] }[] = [
  {
    title: t('What you sell'),
    about: t('Edited as a draft, and published together.'),
    names: ['company', 'brand', 'books', 'shipping', 'taxes', 'holidays', 'publish'],
  },
  { title: t('Who makes it'), about: t('Your printers and their people.'), names: ['printers'] },
  {
    title: t('The installation'),
    about: t('Owners set these. Each is tried before it is saved.'),
    names: ['payment', 'mail', 'storage', 'address', 'webhooks'],
  },
  { title: t('The first order'), about: t('Try all of it before your customers do.'), names: ['customer', 'order'] },
]

const titles: Record<Step['step'], string> = {
  company: t('Company and ship-from address'),
  brand: t('Brand'),
  books: t('Books and prices'),
  shipping: t('Shipping'),
  taxes: t('Taxes'),
  holidays: t('Holidays'),
  publish: t('Review and publish'),
  printers: t('Printers'),
  payment: t('Payment'),
  mail: t('Email'),
  storage: t('Storage of print files'),
  address: t('Public address'),
  webhooks: t('Webhooks’ outgoing address'),
  customer: t('First customer'),
  order: t('First practice order'),
}

/** Settings of the installation have a dialog. */
const screens: Partial<Record<Step['step'], { to: string; search?: Record<string, string> }>> = {
  company: { to: '/operator-data', search: { tab: 'shipping' } },
  brand: { to: '/operator-data', search: { tab: 'brand' } },
  books: { to: '/operator-data', search: { tab: 'books' } },
  shipping: { to: '/operator-data', search: { tab: 'shipping' } },
  taxes: { to: '/operator-data', search: { tab: 'taxes' } },
  holidays: { to: '/operator-data', search: { tab: 'holidays' } },
  publish: { to: '/operator-data', search: { tab: 'review' } },
  printers: { to: '/people' },
  payment: { to: '/money' },
  customer: { to: '/accounts' },
  order: { to: '/orders' },
}

const icons: Record<Step['state'], ReactNode> = {
  done: <CircleCheck size={20} color="var(--octavo-good)" role="img" aria-label={t('Done')} />,
  check: <CircleAlert size={20} color="var(--octavo-attention)" role="img" aria-label={t('To check')} />,
  todo: <CircleDashed size={20} color="var(--octavo-waiting)" role="img" aria-label={t('To do')} />,
}

type StepProps = Step & { isSelling: boolean; installation: Installation | undefined }

/** The steps that owners set in a dialog. */
const settingOf: Partial<Record<Step['step'], SettingGroup>> = {
  payment: 'payment',
  mail: 'mail',
  storage: 'storage',
  address: 'address',
}

function StepRow({ step, state, detail, isSelling, installation }: StepProps) {
  const setting = settingOf[step]
  const screen = screens[step]
  return (
    <li>
      <span className={classes.icon}>{icons[state]}</span>
      <div className={classes.text}>
        {screen === undefined ? (
          <Text fw={500}>{titles[step]}</Text>
        ) : (
          <AppLink to={screen.to} search={screen.search} fw={500}>
            {titles[step]}
          </AppLink>
        )}
        <Text size="sm" c="dimmed" className="wrap">
          {detail}
        </Text>
      </div>
      <div className={classes.action}>
        {setting && installation ? <InstallationButton group={setting} installation={installation} /> : null}
        {step === 'mail' && maySendTest(installation) ? <TestEmail /> : null}
        {step === 'order' && isSelling && installation ? <PracticeOrder /> : null}
        {step === 'printers' && installation ? (
          <LinkButton size="xs" variant="default" to="/printers" search={{ tab: 'set-up' }}>
            {t('Set up printers')}
          </LinkButton>
        ) : null}
        {step === 'books' ? (
          <LinkButton size="xs" variant="default" to="/operator-data" search={{ tab: 'books' }}>
            {t('Import a spreadsheet')}
          </LinkButton>
        ) : null}
      </div>
    </li>
  )
}

function PracticeOrder() {
  const navigate = useNavigate()
  const place = useAction({
    mutationFn: () => api.POST('/staff/set-up/practice-order'),
    onSuccess: ({ accountId, customerOrderId }) => navigate({ to: `/orders/${accountId}/${customerOrderId}` }),
    failed: t('The practice order was not placed'),
  })
  return (
    <Button size="xs" variant="default" loading={place.isPending} onClick={() => place.mutate()}>
      {t('Place a practice order')}
    </Button>
  )
}

/** Members of the staff who may not read the settings may still send a test email. */
const maySendTest = (installation: Installation | undefined): boolean =>
  installation === undefined || (installation.mail.server !== null && installation.isInEffect)

function TestEmail() {
  const queries = useQueryClient()
  const send = useAction({
    mutationFn: () => api.POST('/staff/set-up/test-email'),
    onSuccess(setUp) {
      queries.setQueryData(setUpKey, setUp)
      showToast(t('Test email written to you'))
    },
    failed: t('The test email was not written'),
  })
  return (
    <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
      {t('Send a test email')}
    </Button>
  )
}
