import { dirname } from 'node:path'
import type { Rule } from './rules.ts'
import { inProduct, type SourceFile } from './source-files.ts'

/** A folder that is read at a glance; tests and generated pictures apart. */
const MAX_FILES = 40

/** Folders import each other in one direction, types included. */
export const foldersImportOneWay: Rule = (files) => {
  const graph = folderGraph(inProduct(files))
  return circlesIn(graph).map((circle) => `a circle of folders: ${circle.join(' → ')}`)
}

export const foldersAreSmall: Rule = (files) => {
  const sizes = Map.groupBy(inProduct(files), ({ path }) => dirname(path))
  return [...sizes]
    .filter(([, { length }]) => length > MAX_FILES)
    .map(([folder, { length }]) => `${folder} has ${length} files: split it by topic`)
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

function folderGraph(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map(({ path }) => path))
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = dirname(path)
    const reached = graph.get(from) ?? new Set()
    graph.set(from, reached)
    for (const { to, isOurs } of imports)
      if (isOurs && known.has(to) && dirname(to) !== from) reached.add(dirname(to))
  }
  return graph
}

/** One circle for each folder from which a walk comes back to itself, by the shortest way. */
function circlesIn(graph: Graph): string[][] {
  const found = new Map<string, string[]>()
  for (const start of graph.keys()) {
    const circle = shortestWayBack(graph, start)
    if (circle) found.set(circle.toSorted().join(), circle)
  }
  return [...found.values()]
}

function shortestWayBack(graph: Graph, start: string): string[] | null {
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return null
}
