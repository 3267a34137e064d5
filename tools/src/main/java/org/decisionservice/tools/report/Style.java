// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.report;

/** The style sheet of a report's page. */
final class Style {
    static final String TEXT = """
            :root { color-scheme: light dark; --ink: #1c2530; --dim: #566170; --line: #d5dbe2; --page: #ffffff;
              --bar: #a9cbee; --main: #0b5cad; --second: #8a5200; --panel: #f4f6f8; --good: #14703f; --bad: #b3261e;
              --mistake: #fdf0e1; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --dim: #9aa7b5; --line: #37424e;
              --page: #14191f; --bar: #2c5680; --main: #7db8ee; --second: #e6ad55; --panel: #1c232b; --good: #58c68b;
              --bad: #ff9d94; --mistake: #33291a; } }
            body { margin: 2rem auto; padding: 0 1rem; max-width: 64rem; color: var(--ink); background: var(--page);
              font: 15px/1.5 Inter, system-ui, sans-serif; }
            h1 { font-size: 1.6rem; margin: 0 0 .3rem; letter-spacing: -.01em; }
            h2 { font-size: 1.2rem; margin: 2.4rem 0 .7rem; } h3 { font-size: 1.02rem; margin: 2rem 0 .6rem; }
            p, ol, ul, dl { margin: .6rem 0; max-width: 50rem; } ol, ul { padding-left: 1.3rem; }
            li { margin: .25rem 0; } a { color: var(--main); }
            .wide { overflow-x: auto; margin: .8rem 0; } details .wide { margin-left: 0; }
            .wide:focus-visible { outline: 2px solid var(--main); outline-offset: 3px; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { padding: .35rem .75rem; text-align: right; border-bottom: 1px solid var(--line);
              vertical-align: top; }
            thead th { color: var(--dim); font-weight: 600; font-size: .86em; vertical-align: bottom; }
            td.words, th.words { text-align: left; min-width: 6rem; max-width: 26rem; }
            tr > :first-child { padding-left: 0; text-align: left; position: sticky; left: 0; background: var(--page); }
            tbody th { font-weight: 400; max-width: 20rem; }
            h1, h2, h3, p, li, th, td { overflow-wrap: break-word; }
            dt { font-weight: 600; } dd { margin: 0 0 .4rem 1rem; color: var(--dim); }
            .verdict, .warning { border-left: 4px solid var(--main); background: var(--panel);
              border-radius: 0 6px 6px 0; padding: .5rem 1rem; max-width: 50rem; box-sizing: border-box; }
            .verdict p { margin: .2rem 0; } .verdict.very-good, .verdict.good { border-color: var(--good); }
            .verdict.very-good b, .verdict.good b { color: var(--good); }
            .verdict.fair, .warning { border-color: var(--second); } .verdict.fair b { color: var(--second); }
            .verdict.weak, .verdict.not-useful { border-color: var(--bad); }
            .verdict.weak b, .verdict.not-useful b { color: var(--bad); } .verdict.unknown { border-color: var(--dim); }
            .steps li:only-child { list-style: none; margin-left: -1.3rem; }
            summary { cursor: pointer; color: var(--main); margin: .6rem 0; }
            td.state { text-align: left; min-width: 15rem; max-width: 32rem; white-space: pre-wrap;
              overflow-wrap: anywhere; }
            td.right { font-weight: 700; color: var(--good); } td.frequent { background: var(--mistake); }
            td.none { color: var(--dim); }
            td span, .note { color: var(--dim); font-size: .88em; } td span { white-space: nowrap; }
            .pictures { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; }
            figure { margin: 0; flex: 1 1 20rem; max-width: 26rem; } figcaption { color: var(--dim); font-size: .88em; }
            code { font-size: .86em; overflow-wrap: anywhere; }
            svg text { fill: var(--dim); font-size: 11px; } svg .end { text-anchor: end; }
            svg .middle { text-anchor: middle; } svg path { fill: none; } svg .grid { stroke: var(--line); }
            svg .ideal { stroke: var(--dim); stroke-dasharray: 4 4; } svg .bar { fill: var(--bar); }
            svg .few { opacity: .45; }
            svg .main { stroke: var(--main); stroke-width: 2; } svg .dot { fill: var(--second); }
            svg .range { stroke: var(--ink); stroke-width: 1; opacity: .6; }
            @media (max-width: 40rem) { body { margin: 1rem auto; } tbody th { max-width: 9rem; }
              h1 { font-size: 1.35rem; } th, td { padding: .35rem .4rem; } td.words, th.words { min-width: 3.5rem; }
              td.state { min-width: 9rem; } }
            """;

    private Style() {}
}
