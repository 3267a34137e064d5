// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.report;

/** How the page of a report looks. */
final class Style {
    static final String TEXT = """
            :root { color-scheme: light dark; --ink: #1c2530; --dim: #5b6775; --line: #d5dbe2; --page: #ffffff;
              --bar: #9cc3ea; --main: #1f6fb8; --second: #b0640a; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --dim: #9aa7b5; --line: #37424e;
              --page: #14191f; --bar: #2c5680; --main: #7db8ee; --second: #f0a44b; } }
            body { margin: 2rem auto; padding: 0 1rem; max-width: 64rem; color: var(--ink); background: var(--page);
              font: 15px/1.5 system-ui, sans-serif; }
            h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
            .wide { overflow-x: auto; } .wide:focus-visible { outline: 2px solid var(--main); outline-offset: 3px; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { padding: .35rem 1.1rem .35rem 0; text-align: right; border-bottom: 1px solid var(--line);
              vertical-align: top; }
            th { color: var(--dim); font-weight: 600; } .words { text-align: left; min-width: 14rem; }
            tr > :first-child { text-align: left; position: sticky; left: 0; background: var(--page); }
            tbody th { color: var(--ink); font-weight: 400; max-width: 24rem; overflow-wrap: break-word; }
            @media (max-width: 40rem) { tbody th { max-width: 9rem; } h1 { font-size: 1.3rem; } }
            td.words, th.words { max-width: 40rem; overflow-wrap: break-word; } dl { max-width: 50rem; }
            dt { font-weight: 600; } dd { margin: 0 0 .4rem 1rem; color: var(--dim); }
            .verdict { border-left: 4px solid var(--main); padding: .1rem 0 .1rem 1rem; max-width: 50rem; }
            .warning { border-left: 4px solid var(--second); padding: .1rem 0 .1rem 1rem; max-width: 50rem; }
            h3 { font-size: 1rem; margin-top: 1.8rem; overflow-wrap: break-word; } p, li { overflow-wrap: break-word; }
            h2, th, td { overflow-wrap: break-word; }
            summary { cursor: pointer; color: var(--main); } td.state { text-align: left; min-width: 16rem;
              white-space: pre-wrap; overflow-wrap: anywhere; } td.right { font-weight: 600; }
            td span, .note { color: var(--dim); font-size: .86em; } td span { white-space: nowrap; }
            .pictures { display: flex; flex-wrap: wrap; gap: 2rem; }
            figure { margin: 0; flex: 1 1 20rem; max-width: 26rem; }
            figcaption { color: var(--dim); font-size: .86em; } code { font-size: .86em; overflow-wrap: anywhere; }
            svg text { fill: var(--dim); font-size: 11px; } svg .end { text-anchor: end; }
            svg .middle { text-anchor: middle; } svg path { fill: none; } svg .grid { stroke: var(--line); }
            svg .ideal { stroke: var(--dim); stroke-dasharray: 4 4; } svg .bar { fill: var(--bar); }
            svg .main { stroke: var(--main); stroke-width: 2; } svg .dot { fill: var(--second); }
            """;

    private Style() {}
}
