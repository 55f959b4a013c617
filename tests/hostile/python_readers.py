"""Opens pairs of files (original, cleaned) with independent readers, and names those that only the original opens.
A reader that is not installed is left out by name. Debian: python3-docx, python3-openpyxl, python3-pptx, python3-pypdf."""
import importlib, json, sys

def reader(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        missing.append(name)
        return None

missing = []
docx, openpyxl, pptx, pypdf = [reader(name) for name in ('docx', 'openpyxl', 'pptx', 'pypdf')]

def opens(path):
    kind = path.rsplit('.', 1)[1].lower()
    try:
        if docx and kind.startswith('do'):
            [p.text for p in docx.Document(path).paragraphs]
        elif openpyxl and kind.startswith('xls'):
            for sheet in openpyxl.load_workbook(path).worksheets:
                sheet.max_row
        elif pptx and kind.startswith('ppt'):
            [shape.shape_id for slide in pptx.Presentation(path).slides for shape in slide.shapes]
        elif pypdf and kind == 'pdf':
            [page.extract_text() for page in pypdf.PdfReader(path).pages]
        else:
            return False
        return True
    except Exception:
        return False

pairs = json.loads(sys.stdin.read() or '[]')
opened = [pair for pair in pairs if opens(pair[0])]
print(json.dumps({
    'missing': missing,
    'opened': len(opened),
    'lost': [before for before, after in opened if not opens(after)],
}))
