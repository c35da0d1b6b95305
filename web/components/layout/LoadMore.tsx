// Below a list that is loaded in pages.

import { Button, Group } from '@mantine/core'
import { t } from '../../language.ts'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

export const LoadMore = ({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { of: Pages }) =>
  hasNextPage ? (
    <Group justify="center" p="sm">
      <Button variant="subtle" size="xs" onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
        {t('Show more')}
      </Button>
    </Group>
  ) : null
