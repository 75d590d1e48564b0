"""The par sheet as a PDF: every page has its title and number, and the fonts are inside."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

from puntobanco.odds.composition import Composition
from puntobanco.odds.frame import Column, Frame
from puntobanco.odds.sheets.par_sheet import Paper, par_frames, par_head
from puntobanco.rules.book import HouseRules

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable, Table

PLAIN, BOLD = "Vera", "VeraBd"
"""Both come with reportlab, so that a sheet looks the same on every machine."""
TEXT, HEADING, TITLE = 8.5, 11, 15
MARGIN, INSET = 40, 6
"""Around the page, and around what is written within: reportlab's own."""
WIDEST = 60
"""How many characters a cell has before it goes on in another line."""


def par_pdf(
    rules: HouseRules, shoe: Composition, changes: Sequence[str] = (), *, paper: Paper = Paper.A4
) -> bytes:
    """The par sheet as a PDF."""
    from reportlab.pdfbase.pdfmetrics import registerFont  # noqa: PLC0415  # an extra, slow
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415  # as above

    for font in (PLAIN, BOLD):
        registerFont(TTFont(font, f"{font}.ttf"))
    title = f"Par sheet: {rules.book.title}"
    head, frames = par_head(rules, shoe, changes), par_frames(rules, shoe)
    _, pages = _written(title, head, frames, paper, pages=0)
    return _written(title, head, frames, paper, pages)[0]


def _written(
    title: str, head: Sequence[str], frames: Sequence[Frame], paper: Paper, pages: int
) -> tuple[bytes, int]:
    """The file, and how many pages it has; `pages` is what its footer says."""
    from reportlab.lib import pagesizes  # noqa: PLC0415  # an extra, slow to import
    from reportlab.platypus import BaseDocTemplate, SimpleDocTemplate  # noqa: PLC0415  # as above

    width, height = pagesizes.landscape(pagesizes.A4 if paper is Paper.A4 else pagesizes.LETTER)

    def foot(canvas: Canvas, document: BaseDocTemplate) -> None:
        canvas.setFont(PLAIN, TEXT)
        canvas.drawString(MARGIN + INSET, MARGIN / 2, title)
        number = f"Page {document.page} of {pages}"
        canvas.drawRightString(width - MARGIN - INSET, MARGIN / 2, number)

    written = BytesIO()
    document = SimpleDocTemplate(
        written, pagesize=(width, height), title=title, author="puntobanco", lang="en",
        leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
        initialFontName=PLAIN,
    )  # fmt: skip
    story = _story(title, head, frames, *(side - 2 * (MARGIN + INSET) for side in (width, height)))
    document.build(story, onFirstPage=foot, onLaterPages=foot)
    return written.getvalue(), document.page


def _story(
    title: str, head: Sequence[str], frames: Sequence[Frame], width: float, height: float
) -> list[Flowable]:
    from reportlab.lib.styles import ParagraphStyle  # noqa: PLC0415  # an extra, slow to import
    from reportlab.platypus import CondPageBreak, Paragraph, Spacer  # noqa: PLC0415  # as above

    words = ParagraphStyle("words", fontName=PLAIN, fontSize=TEXT, leading=1.4 * TEXT)
    heading = ParagraphStyle(
        "heading", fontName=BOLD, fontSize=HEADING, leading=2 * HEADING, spaceBefore=HEADING
    )
    largest = ParagraphStyle("title", fontName=BOLD, fontSize=TITLE, leading=2 * TITLE)
    story: list[Flowable] = [Paragraph(escape(title), largest)]
    story += [Paragraph(escape(line), words) for line in head]
    for frame in frames:
        table = _table(frame, width)
        tall = table.wrap(width, height)[1] + 3 * HEADING
        # A short table stays whole; a long one begins where a good part of it fits.
        story.append(CondPageBreak(tall if tall < height * 2 / 3 else height / 3))
        story += [Paragraph(escape(frame.title), heading), table, Spacer(1, TEXT / 2)]
        story += [Paragraph(escape(note), words) for note in frame.notes]
    return story


def _table(frame: Frame, width: float) -> Table:
    """The widest table that fits; columns leave as they do on a narrow terminal."""
    columns = frame.fitting(None)
    while (table := _drawn(frame, columns)).wrap(width, 0)[0] > width and len(columns) > 1:
        columns = frame.fitting(frame.width(columns) - 1)
    return table


def _drawn(frame: Frame, columns: Sequence[Column]) -> Table:
    from reportlab.lib import colors  # noqa: PLC0415  # an extra, slow to import
    from reportlab.platypus import Table, TableStyle  # noqa: PLC0415  # as above

    cells = [[column.title for column in columns], *frame.cells(columns)]
    wrapped = [["\n".join(textwrap.wrap(cell, WIDEST)) for cell in row] for row in cells]
    table = Table(wrapped, repeatRows=1, hAlign="LEFT")
    right = [("ALIGN", (at, 0), (at, -1), "RIGHT") for at, c in enumerate(columns) if c.numeric]
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), PLAIN, TEXT, 1.2 * TEXT),
                ("FONT", (0, 0), (-1, 0), BOLD, TEXT, 1.2 * TEXT),
                ("LINEBELOW", (0, 0), (-1, 0), 0.6, colors.black),
                ("LINEBELOW", (0, 1), (-1, -1), 0.2, colors.lightgrey),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 10),
                *right,
            ]
        )
    )
    return table
