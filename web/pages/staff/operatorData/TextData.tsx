// The operator's texts in the draft, by language: the terms, the foot of invoices and statements, and the texts of
// emails. An empty field is our own text. Beside the foot: the paper of all documents.

import { Badge, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Language, languageCodes, languages } from '../../../../languages/languages.ts'
import { api, type ResponseBody } from '../../../api.ts'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { Fold } from '../../../components/layout/Fold.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { hasMistakeIn, mistakeAt, type Path, valueAt, withoutEmpty } from './content.ts'
import { emailTitle } from './emailTitles.ts'
import { FoldedPart, Rows, TextField, useEditing } from './Fields.tsx'
import classes from './TextData.module.css'

type Kind = ResponseBody<'/staff/mails/texts'>['texts'][number]

export function TextData() {
  const [{ language: chosen }, setFilters] = useFilters()
  const language = languageCodes.find(code => code === chosen) ?? 'en'
  const kinds = useQuery({
    queryKey: ['staff', 'mails', 'texts'],
    queryFn: () => api.GET('/staff/mails/texts'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed">
          {t('Plain text, by language.')}
        </Text>
        <SegmentedControl
          aria-label={t('Language of the texts')}
          size="xs"
          data={languageCodes.map(code => ({ value: code, label: languages[code] }))}
          value={language}
          onChange={code => setFilters({ language: code === 'en' ? '' : code })}
        />
      </Group>
      <TermsTexts key={`terms ${language}`} language={language} />
      <Section title={t('Invoices and statements')} about={t('After the legal lines of your brand.')}>
        <Stack gap="sm">
          <Lines key={`papers ${language}`} path={['texts', 'documentFooter', language]} />
          <Paper />
        </Stack>
      </Section>
      <RefusalNotes />
      <Section title={t('In every email')} about={t('Before your name, and after the legal lines of your brand.')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field
            key={`closing ${language}`}
            path={['texts', 'closing', language]}
            label={t('Closing [[of an email]]')}
            ours={closings[language]}
          />
          <Lines key={`footer ${language}`} path={['texts', 'footer', language]} />
        </SimpleGrid>
      </Section>
      <Section
        title={t('Emails')}
        about={t('In the texts of emails, names in braces stand for values. An empty field uses our text.')}
        actions={
          <AppLink to="/mails" search={{ tab: 'samples' }} size="sm" underline="always">
            {t('See all emails')}
          </AppLink>
        }
      >
        <LoadState of={kinds} rows={6} />
        {kinds.data?.texts.map(kind => (
          <KindTexts key={`${kind.name} ${language}`} kind={kind} language={language} />
        ))}
      </Section>
    </>
  )
}

/** Ours, in the language of the email and not of this screen. */
const closings: Record<Language, string> = { en: 'Kind regards,', de: 'Freundliche Grüße' }

const noteSections = [
  { use: 'refuse_job', title: t('A printer refuses a job') },
  { use: 'report_problem', title: t('A printer reports a problem') },
  { use: 'cancel_order', title: t('The staff cancel an order') },
  { use: 'decline_certificate', title: t('The staff decline a certificate') },
]

const RefusalNotes = () => (
  <FoldedPart
    title={t('Refusal notes')}
    about={t('Notes to choose from, so that nobody has to type them. They can be changed.')}
    path={['texts', 'refusalNotes']}
  >
    {noteSections.map(({ use, title }) => (
      <fieldset key={use} className={classes.notes}>
        <legend>{title}</legend>
        <Rows
          isTable
          path={['texts', 'refusalNotes', use]}
          noun={t('note [[to choose from]]')}
          newRow={{}}
          row={path => (
            <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ flex: 1 }}>
              {languageCodes.map(code => (
                <TextField key={code} optional path={[...path, code]} label={languages[code]} />
              ))}
            </SimpleGrid>
          )}
        />
      </fieldset>
    ))}
  </FoldedPart>
)

const namesText = (names: readonly string[]) => names.map(name => `{${name}}`).join(', ')

function KindTexts({ kind, language }: { kind: Kind; language: Language }) {
  const { content, mistakes } = useEditing()
  const path: Path = ['texts', 'emails', kind.name, language]
  const ours = kind.ours.find(one => one.language === language)!
  const isOwn = valueAt(content, path) !== undefined
  return (
    <Fold
      title={emailTitle(kind.name)}
      mark={isOwn ? <Badge>{t('Your text')}</Badge> : null}
      isUsed={isOwn || hasMistakeIn(mistakes, path)}
    >
      <Stack gap="sm">
        <Field path={[...path, 'subject']} label={t('Subject [[of an email]]')} ours={ours.subject} />
        <Field path={[...path, 'opening']} label={t('Opening [[of an email]]')} ours={ours.opening} isLong />
        <Text size="xs" c="dimmed" className="wrap">
          {kind.required.length === 0
            ? t('Values: {names}', { names: namesText(kind.values) })
            : t('Values: {names}. The opening needs {required}.', {
                names: namesText(kind.values),
                required: namesText(kind.required),
              })}
        </Text>
      </Stack>
    </Fold>
  )
}

/** Of all languages. */
function Paper() {
  const { content, change } = useEditing()
  return (
    <Select
      label={t('Paper')}
      description={t('Also of job tickets and packing slips of printers without their own paper')}
      allowDeselect={false}
      data={[
        { value: '', label: t('As usual in your country') },
        { value: 'letter', label: t('US letter') },
        { value: 'a4', label: 'A4' },
      ]}
      value={String(valueAt(content, ['texts', 'paper']) ?? '')}
      onChange={paper => change(['texts'], withoutEmpty(content.texts, ['paper'], paper || undefined))}
    />
  )
}

/** The version is of all languages. */
function TermsTexts({ language }: { language: Language }) {
  const { content, mistakes } = useEditing()
  const terms: Path = ['texts', 'terms']
  return (
    <Section
      title={t('Terms and conditions')}
      about={t(
        'New members of an account accept them. Invoices and statements name them. A new version asks new members only.',
      )}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field
            path={[...terms, 'version']}
            label={t('Version, in all languages')}
            ours=""
            description={t('Such as 2026-11. Recorded with each member who accepts them.')}
          />
          <Field
            path={[...terms, 'link', language]}
            label={t('Link')}
            ours="https://"
            description={t('Where the terms are published')}
          />
        </SimpleGrid>
        <Field
          path={[...terms, 'text', language]}
          label={t('Text')}
          ours=""
          description={t('Shown at sign-up')}
          isLong="lines"
        />
        {mistakeAt(mistakes, terms) === null || valueAt(content, terms) === undefined ? null : (
          <Text size="sm" c="red">
            {mistakeAt(mistakes, terms)}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

type FieldProps = { path: Path; label: string; ours: string; description?: string; isLong?: true | 'lines' }

/** An object whose last text is emptied disappears, so that nothing of it differs. */
function Field({ path, label, ours, description, isLong }: FieldProps) {
  const { content, mistakes, change } = useEditing()
  const props = {
    label,
    description,
    placeholder: ours,
    value: String(valueAt(content, path) ?? ''),
    error: mistakeAt(mistakes, path),
    onChange: (event: { currentTarget: { value: string } }) => {
      const text = isLong === 'lines' ? event.currentTarget.value : event.currentTarget.value.replaceAll('\n', ' ')
      change(['texts'], withoutEmpty(content.texts, path.slice(1), text === '' ? undefined : text))
    },
  }
  return isLong ? <Textarea maxRows={16} {...props} /> : <TextInput {...props} />
}

const maxLines = 6

/** The typed text stays as it is, also with a line that is not begun yet. */
function Lines({ path }: { path: Path }) {
  const { content, mistakes, change } = useEditing()
  const stored = valueAt(content, path)
  const [text, setText] = useState(Array.isArray(stored) ? stored.join('\n') : '')
  const mistake = mistakes.find(one => one.part === 'texts' && one.path.startsWith(`/${path.slice(1).join('/')}`))
  return (
    <Textarea
      label={t('Lines at the end')}
      description={t('At most {count}', { count: maxLines })}
      value={text}
      error={mistake?.advice ?? mistakeAt(mistakes, path)}
      onChange={event => {
        setText(event.currentTarget.value)
        const lines = event.currentTarget.value
          .split('\n')
          .map(line => line.trim())
          .filter(line => line !== '')
        change(['texts'], withoutEmpty(content.texts, path.slice(1), lines.length === 0 ? undefined : lines))
      }}
    />
  )
}
