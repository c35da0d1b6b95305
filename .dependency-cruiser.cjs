// The arrows between folders, downward only: main, app, http, features, orders, the other nouns, jobs, db, config, base.

const nouns =
  'accounts|brand|products|catalog|artwork|limits|pricing|shipping|tax|payments|printer|carriers|mail|webhooks'

/** `from` may not import anything in `to`. */
const never = (name, comment, from, to, extra = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^src/(${from})`, pathNot: '\\.test\\.ts$', ...extra.from },
  to: { path: `^src/(${to})`, ...extra.to },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle hides who needs whom.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    never('base-stands-alone', 'base imports nothing of the project.', 'base/', '(?!base/)'),
    never(
      'config-on-base',
      'config knows base only.',
      'config/',
      `(db|jobs|orders|features|http|${nouns})/|app/|main\\.ts`,
    ),
    never(
      'db-on-base',
      'db knows config and base only.',
      'db/',
      `(jobs|orders|features|http|${nouns})/|app/|main\\.ts`,
    ),
    never(
      'jobs-below-nouns',
      'jobs know the database, not what is done.',
      'jobs/',
      `(orders|features|http|${nouns})/|app/|main\\.ts`,
    ),
    never(
      'nouns-below-orders',
      'Nouns know nothing of orders, features, HTTP or the application.',
      `(${nouns})/`,
      '(orders|features|http)/|app/|main\\.ts',
    ),
    never(
      'nouns-apart',
      'Nouns never import each other; orders/ knows them, and features/ combines them.',
      `(${nouns})/`,
      `(${nouns})/`,
      {
        to: { pathNot: '^src/$1' },
      },
    ),
    never(
      'orders-below-features',
      'The noun knows nothing of what is done with it.',
      'orders/',
      '(features|http)/|app/|main\\.ts',
    ),
    never('features-below-http', 'Rules know nothing of HTTP.', 'features/', 'http/|app/|main\\.ts'),
    never('http-below-app', 'Routes are given what they need.', 'http/', 'app/|main\\.ts'),
    {
      name: 'pdf-reader-apart',
      comment: 'The PDF reader is a package of its own: it imports nothing of the project.',
      severity: 'error',
      from: { path: '^src/artwork/pdfReader/' },
      to: { path: '^(src|web|clients|test|scripts)/', pathNot: '^src/artwork/pdfReader/' },
    },
    {
      name: 'pdf-reader-entry',
      comment: 'pdfReader.ts is the whole interface of the PDF reader.',
      severity: 'error',
      from: { path: '^(src|test|scripts|bench)/', pathNot: '^src/artwork/pdfReader/' },
      to: { path: '^src/artwork/pdfReader/', pathNot: '/pdfReader/pdfReader\\.ts$' },
    },
    {
      name: 'no-test-in-production',
      severity: 'error',
      from: { path: '^src', pathNot: '\\.test\\.ts$|/contract\\.ts$' },
      to: { path: '^(test|bench)/|\\.test\\.ts$' },
    },
    {
      name: 'pages-apart',
      comment: 'A screen owns its queries and parts: delete the folder and the screen is gone.',
      severity: 'error',
      from: { path: '^web/pages/((?:staff/|press/)?[^/]+)/' },
      to: { path: '^web/pages/', pathNot: '^web/pages/$1/' },
    },
    {
      name: 'components-fetch-nothing',
      comment: 'Components are given what they show. The types of answers and ApiProblem are no fetching.',
      severity: 'error',
      from: { path: '^web/components/' },
      to: { path: '^web/(pages|shell)/|react-query' },
    },
    {
      name: 'browser-apart',
      comment:
        'The browser knows the service by its API document, the columns of the files that it reads, how their cells say numbers, how files are written, the fields of a book, its page counts, names of orders, holidays, and how searches compare.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(src|test|scripts)/',
        pathNot:
          '^src/(features/placing/orderColumns|base/(pageCounts|text/(searchable|orderTitle)|files/(cellNumbers|spreadsheet))|catalog/bookFields?|shipping/holidays)\\.ts$',
      },
    },
    {
      name: 'client-apart',
      comment: 'The client is published on its own.',
      severity: 'error',
      from: { path: '^clients/typescript/' },
      to: { path: '^(src|web|test|scripts)/' },
    },
    {
      name: 'cli-on-client',
      comment: 'The command line is published with the client and nothing else.',
      severity: 'error',
      from: { path: '^clients/cli/' },
      to: { path: '^(src|web|test|scripts)/' },
    },
    {
      name: 'examples-on-client',
      comment: 'An example can be copied into a program that installs the client.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(src|web|clients/cli|test|scripts)/' },
    },
    // The build resolves the addresses of files.
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\?url$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web|clients/typescript|clients/cli)/dist/' },
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
