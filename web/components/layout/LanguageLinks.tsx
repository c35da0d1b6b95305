// For people who are not signed in: the screens in another language.

import { Anchor, Group } from '@mantine/core'
import { languageCodes, languages } from '../../../languages/languages.ts'
import { changeLanguage, language, t } from '../../language.ts'

export const LanguageLinks = () => (
  <Group component="nav" aria-label={t('Language')} gap="md" justify="center">
    {languageCodes.map(code => (
      <Anchor
        key={code}
        component="button"
        type="button"
        size="xs"
        lang={code}
        c={code === language ? 'dimmed' : undefined}
        aria-current={code === language || undefined}
        onClick={() => changeLanguage(code)}
      >
        {languages[code]}
      </Anchor>
    ))}
  </Group>
)
