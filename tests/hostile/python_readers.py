"""Opens pairs of files (original, cleaned) with independent readers, and names those that only the original opens.
Fails at once if a reader is missing. Debian: python3-docx, python3-openpyxl, python3-pptx, python3-pypdf."""
import json, sys
import docx, openpyxl, pptx, pypdf

def opens(path):
    kind = path.rsplit('.', 1)[1].lower()
    try:
        if kind.startswith('do'):
            [p.text for p in docx.Document(path).paragraphs]
        elif kind.startswith('xls'):
            for sheet in openpyxl.load_workbook(path).worksheets:
                sheet.max_row
        elif kind.startswith('ppt'):
            [shape.shape_id for slide in pptx.Presentation(path).slides for shape in slide.shapes]
        elif kind == 'pdf':
            [page.extract_text() for page in pypdf.PdfReader(path).pages]
        else:
            return False
        return True
    except Exception:
        return False

pairs = json.loads(sys.stdin.read() or '[]')
opened = [pair for pair in pairs if opens(pair[0])]
print(json.dumps({'opened': len(opened), 'lost': [before for before, after in opened if not opens(after)]}))
