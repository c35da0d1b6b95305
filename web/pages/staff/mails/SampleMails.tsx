// Every email with sample data, as HTML and as text, in the brand in effect.

import { Button, NavLink, SegmentedControl, Select, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type Language, languageCodes, languages } from '../../../../languages/languages.ts'
import { api, type ResponseBody } from '../../../api.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { language as readerLanguage, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import classes from './SampleMails.module.css'

type Sample = ResponseBody<'/staff/mails/samples'>['emails'][number]

const groupTitles: Record<Sample['group'], string> = {
  orders: t('Orders'),
  payments: t('Payments'),
  account: t('Account'),
  sign_in: t('Sign-in'),
  staff: t('Staff'),
}

export function SampleMails() {
  const [{ sample, language: chosen }, setFilters] = useFilters()
  const language = languageCodes.find(code => code === chosen) ?? readerLanguage
  const samples = useQuery({
    queryKey: ['staff', 'mails', 'samples', language],
    queryFn: () => api.GET('/staff/mails/samples', { params: { query: { language } } }),
    placeholderData: keepPreviousData,
  })
  if (samples.isPending || samples.error) return <LoadState of={samples} rows={6} />
  const { emails } = samples.data
  const shown = emails.find(({ name }) => name === sample) ?? emails[0]!
  const show = (name: string) => setFilters({ sample: name })
  const groups = (Object.keys(groupTitles) as Sample['group'][]).map(group => ({
    title: groupTitles[group],
    samples: emails.filter(email => email.group === group),
  }))
  return (
    <div className={classes.grid}>
      <Select
        className={classes.select}
        label={t('Email')}
        data={groups.map(group => ({
          group: group.title,
          items: group.samples.map(({ name, subject }) => ({ value: name, label: subject })),
        }))}
        value={shown.name}
        allowDeselect={false}
        onChange={name => name !== null && show(name)}
      />
      <nav aria-label={t('Emails')} className={classes.list}>
        {groups.map(group => (
          <div key={group.title}>
            <Text size="xs" c="dimmed" fw={500} mt="sm" mb={4} px="xs">
              {group.title}
            </Text>
            {group.samples.map(({ name, subject }) => (
              <NavLink
                key={name}
                component="button"
                type="button"
                label={subject}
                active={name === shown.name}
                aria-current={name === shown.name ? 'true' : undefined}
                onClick={() => show(name)}
              />
            ))}
          </div>
        ))}
      </nav>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t('Language')}
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          data={languageCodes.map(code => ({ value: code, label: languages[code] }))}
          value={language}
          onChange={code => setFilters({ language: code === readerLanguage ? '' : code })}
        />
        <SampleMail {...shown} language={language} />
      </Stack>
    </div>
  )
}

function SampleMail({ name, subject, text, language }: Sample & { language: Language }) {
  const send = useAction({
    mutationFn: () => api.POST('/staff/mails/samples/{name}/send', { params: { path: { name } } }),
    onSuccess: ({ to }) => showToast(t('Sent to {email}', { email: to })),
    failed: t('The email was not sent'),
  })
  return (
    <Section
      title={subject}
      about={
        <>
          {t('With sample data, in your brand and your time zone.')}{' '}
          <AppLink to="/operator-data" search={{ tab: 'texts', language }} size="sm" underline="always">
            {t('Edit the texts')}
          </AppLink>
        </>
      }
      actions={
        <Button
          variant="default"
          leftSection={<Send size={16} aria-hidden />}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t('Send to me')}
        </Button>
      }
    >
      <div className={classes.parts}>
        <div>
          <Title order={3} size="h5" mb="xs">
            HTML
          </Title>
          <iframe
            key={`${name} ${language}`}
            className={classes.frame}
            src={`/staff/mails/samples/${name}/html?language=${language}`}
            sandbox=""
            title={t('HTML of “{subject}”', { subject })}
          />
        </div>
        <div>
          <Title order={3} size="h5" mb="xs">
            {t('Text [[of an email]]')}
          </Title>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
          <pre className={classes.text} tabIndex={0}>
            {text}
          </pre>
        </div>
      </div>
    </Section>
  )
}
