import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/platform/app-context.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { csvOf, sendCsv } from '#server/platform/files/csv-file.ts'
import { notFound } from '#server/platform/problems.ts'
import { DEFAULT_FIGURE_WEEKS, FIGURES, FIGURE_WEEKS, type FigureName, type FigureRow } from '#shared/figures.ts'
import { mayAnywhere } from '#shared/staff-roles.ts'

const COLUMNS = ['Figure', 'From', 'Category', 'Name', 'Amount', 'Median hours']

export const figuresFile = (rows: readonly FigureRow[]): string =>
  csvOf(
    COLUMNS,
    rows.map(({ figure, starts_on, category, name, amount, hours }) => [
      figure in FIGURES ? FIGURES[figure as FigureName].label : 'Hours to the first answer',
      starts_on,
      category,
      name,
      amount,
      hours === null ? null : hours.toFixed(1),
    ]),
  )

type Asked = { Querystring: { peer_network_id?: string; weeks?: string } }

/** The figures of the page as a file, in what the viewer may read. To others the address does not exist. */
export function registerFigureRoutes(app: FastifyInstance, { sessions, run, pool, bus }: AppContext) {
  app.get<Asked>('/api/staff/figures.csv', async (request, reply) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer || !mayAnywhere(viewer.grants, 'figures')) throw notFound()
    const { peer_network_id = '', weeks = '' } = request.query
    const variables = {
      peer_network_id: /^[1-9]\d{0,14}$/.test(peer_network_id) ? Number(peer_network_id) : null,
      weeks: FIGURE_WEEKS.find((each) => String(each) === weeks) ?? DEFAULT_FIGURE_WEEKS,
    }
    const { figure_counts } = JSON.parse(await run(viewer, 'GetFigures', variables)) as { figure_counts: FigureRow[] }
    await transaction(pool, bus, (tx) =>
      recordStaffAction(tx, viewer.id, {
        act: 'figures.exported',
        itemId: variables.peer_network_id,
        itemName: 'Figures',
        after: { weeks: variables.weeks },
      }),
    )
    return sendCsv(reply, 'figures.csv', figuresFile(figure_counts))
  })
}
