import type { Rule } from './rules.ts'
import type { SourceFile } from './source-files.ts'

const importsOf = (files: readonly SourceFile[], from: RegExp, to: RegExp) =>
  files
    .filter(({ path, isTest }) => !isTest && from.test(path))
    .flatMap((file) =>
      file.imports
        .filter((one) => one.isOurs && to.test(one.to))
        .map((one) => `${file.path} imports ${one.to}`),
    )

/** Routes import components; components import nothing from routes and take plain types. */
export const componentsKnowNoRoute: Rule = (files) =>
  importsOf(
    files,
    /^app\/(components|ui|request|forms|responses|rendering|api)\//,
    /^app\/routes\/|\/\+types\//,
  )

/** The points of all ZIP codes have more than a megabyte, which no browser should load. */
export const placesStayOnTheServer: Rule = (files) =>
  importsOf(files, /^app\/(components|ui)\//, /^domain\/catalogue\/places\/places\.ts$/)

/** Admin and closet screens share only what is in `manage`: components and routes. */
export const sharedScreensAreInManage: Rule = (files) => [
  ...importsOf(files, /^app\/routes\/admin\//, /^app\/routes\/business\//),
  ...importsOf(files, /^app\/routes\/business\//, /^app\/routes\/admin\//),
  ...importsOf(files, /^app\/routes\/manage\//, /^app\/routes\/(admin|business)\//),
  ...importsOf(files, /^app\/(components|routes)\/admin\//, /^app\/components\/closet\//),
  ...importsOf(files, /^app\/(components\/closet|routes\/business)\//, /^app\/components\/admin\//),
  ...importsOf(files, /^app\/components\/manage\//, /^app\/components\/(admin|closet)\//),
]
